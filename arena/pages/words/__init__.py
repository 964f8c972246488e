"""The texts of the pages in one language, and how numbers are written in it.

The texts are in the files beside this one: a file for each language, a table for each kind of page.
`Game.core.words` reads them, as it reads the words of the games.
"""

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
    """The messages of one language."""

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
        """The message, with these values in the places that it has for them."""
        return self._messages[key].format(**values)

    def under(self, prefix: str) -> dict[str, str]:
        """All messages whose key begins with this, without it."""
        start = prefix + "."
        return {
            key.removeprefix(start): text
            for key, text in self._messages.items()
            if key.startswith(start)
        }

    def count(self, key: str, number: int, **values: object) -> str:
        """The message for one, or for several."""
        form = "one" if number == 1 else "many"
        return self(f"{key}.{form}", n=self.number(number), **values)

    def verdict(self, name: str) -> str:
        """What a verdict is called; one that we do not know is called as it was written."""
        return self._messages.get(f"verdict.{name}", name)

    def duration(self, seconds: float) -> str:
        """A time in the unit that suits it."""
        return duration(seconds).replace(".", self._marks[1])

    def number(self, value: float, digits: int = 0, sign: bool = False) -> str:
        """The number as it is written in the language, with a true minus."""
        value = round(value, digits) + 0.0  # never "-0"
        text = f"{value:{'+' if sign and value else ''},.{digits}f}"
        thousands, decimal = self._marks
        return "".join({",": thousands, ".": decimal, "-": "\u2212"}.get(c, c) for c in text)

    def short(self, value: float) -> str:
        """The number without decimals that say nothing."""
        for digits in (0, 1):
            if round(value, digits) == round(value, 2):
                return self.number(value, digits)
        return self.number(value, 2)

    def percent(self, share: float, digits: int = 0) -> str:
        return self.number(100 * share, digits) + "\u00a0%"
