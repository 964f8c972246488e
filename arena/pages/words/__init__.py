"""The texts of the pages in one language, and how numbers are written in it.

The texts are in the files beside this one: a file for each language, a table for each kind of page.
`Game.core.words` reads them, as it reads the words of the games.
"""

import re
from datetime import date

from arena.common.errors import ArenaError
from arena.guest.protocol.safe_text import duration, plain
from Game.core.words import LANGUAGES, read_words

__all__ = ["LANGUAGES", "Words"]

PACKAGE = "arena.pages"

MARKS = {
    "en": (",", "."),
    "es": (".", ","),
    "nl": (".", ","),
}  # between thousands, and before decimals


class Words:
    """The texts of one language."""

    def __init__(self, language: str) -> None:
        if language not in LANGUAGES:
            raise ArenaError(
                f"There are no pages in {plain(language)!r:.40}, only in {', '.join(LANGUAGES)}. "
                f"Choose one of these."
            )
        self.language = language
        self._messages = read_words(PACKAGE, language)
        self._marks = MARKS[language]

    def __call__(self, key: str, **values: object) -> str:
        """The text with this key, with the values filled in."""
        return self._messages[key].format(**values)

    def under(self, prefix: str) -> dict[str, str]:
        """All texts below this prefix, by the rest of their keys."""
        start = prefix + "."
        return {
            key.removeprefix(start): text
            for key, text in self._messages.items()
            if key.startswith(start)
        }

    def count(self, key: str, number: int, **values: object) -> str:
        """The text for one, or for several."""
        form = "one" if number == 1 else "many"
        return self(f"{key}.{form}", n=self.number(number), **values)

    def option(self, game: str, name: str, value: str) -> str:
        """An option of a game as a sentence. An unknown option stays as it is."""
        keys = (f"option.{game}.{name}-{value}", f"option.{game}.{name}")
        text = next((self._messages[key] for key in keys if key in self._messages), "")
        return text.format(value=value) if text else f"{name} = {value}."

    def ordinal(self, number: int) -> str:
        """The number of a place: 1st, 1.er, 1e."""
        if self.language == "es":
            return f"{number}.{'er' if number % 10 in (1, 3) and number % 100 != 11 else 'º'}"
        if self.language == "nl":
            return f"{number}e"
        teen = number % 100 in (11, 12, 13)
        return f"{number}{'th' if teen else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"

    def date(self, day: date) -> str:
        """The day in words: 12 June 2026."""
        month = self("date.months").split()[day.month - 1]
        return self("date.day", day=day.day, month=month, year=day.year)

    def phase(self, name: str, title: str = "") -> str:
        """What the pages call a phase: the organiser's title, or its name.

        The names that presets give are translated.
        """
        return title or self._messages.get(f"site.phase.{name}", name)

    def player(self, name: str) -> str:
        """The name of a team or of a house bot. Competitions number these: House 1."""
        house = re.fullmatch(r"House (\d+)", name)
        return self("site.label.house", n=house[1]) if house else name

    def verdict(self, name: str) -> str:
        """The name of a verdict. An unknown verdict stays as it is."""
        return self._messages.get(f"verdict.{name}", name)

    def isolation(self, levels: str) -> str:
        """The isolation levels of a game, such as inprocess+sandbox. Unknown ones stay."""
        names = levels.split("+")
        return " + ".join(self._messages.get(f"isolation.{name}", name) for name in names)

    def duration(self, seconds: float) -> str:
        """A time in a suitable unit."""
        return duration(seconds).replace(".", self._marks[1])

    def number(self, value: float, digits: int = 0, sign: bool = False) -> str:
        """The number as the language writes it, with a true minus sign.

        Every group of thousands is marked, also in numbers of four digits: 1.234 and 12.345 stand
        below each other in a table. In Spanish, browsers do not do so unless they are asked.
        """
        value = round(value, digits) + 0.0  # never "-0"
        text = f"{value:{'+' if sign and value else ''},.{digits}f}"
        thousands, decimal = self._marks
        return "".join({",": thousands, ".": decimal, "-": "\u2212"}.get(c, c) for c in text)

    def short(self, value: float) -> str:
        """The number with at most two decimals, and no zeros at their end."""
        for digits in (0, 1):
            if round(value, digits) == round(value, 2):
                return self.number(value, digits)
        return self.number(value, 2)

    def percent(self, share: float, digits: int = 0) -> str:
        return self.number(100 * share, digits) + "\u00a0%"
