"""Reads the header: lines with a title and options, in the comments at the top of a description.

    ;; title: Agram
    ;; title nl: Agram
    ;; about: Tricks without trump; the player who wins the last trick wins.
    ;; players: 4 2 3 5 6 -- how many play
    ;; option CARDS: 6 5 4 -- how many cards everybody is dealt

The first value is the one that the text declares, and the others can be chosen instead. A title and
a line about the game may have translations. For the language the header is a comment. A game
without one has the name of its file as its title, and each number that it declares can be changed
to any other.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from Game.core.options import Option, OptionError
from Game.core.words import LANGUAGES

LINE = re.compile(
    r"\s*;;\s*(title|about|players|option\s+(\w+)|(?:title|about)\s+([a-z]{2})):\s*(.*?)\s*$"
)
VALUES = re.compile(r"([0-9]+(?:\s+[0-9]+)*)(?:\s+--\s+(.+))?$")
PLAYERS = "players"
TEXT, FILE = "text", "file"  # options of a user's game that people do not choose


@dataclass(frozen=True)
class Header:
    title: str = ""
    about: str = ""
    options: tuple[Option, ...] = ()
    # language -> `title` and `about` in it
    translations: Mapping[str, Mapping[str, str]] = field(default_factory=dict)


@dataclass(frozen=True)
class NumberOption(Option):
    """An option that takes any number. The description declares it, and the header does not."""

    def check(self, game: str, value: Any) -> str:
        text = str(value)
        if not text.isascii() or not text.isdigit() or len(text) > 9:
            raise OptionError(
                f"{text[:40]!r} is not a value of the option {self.name!r} of {game}: take a "
                "number, 0 or more"
            )
        return str(int(text))


def read_header(text: str) -> Header:
    """The header of a description."""
    title = about = ""
    options: list[Option] = []
    translations: dict[str, dict[str, str]] = {}
    for line in text.removeprefix("\ufeff").splitlines():
        if line.strip() and not line.lstrip().startswith(";;"):
            break
        match = LINE.match(line)
        if not match:
            continue
        what, name, language, content = match.groups()
        if language:
            translations.setdefault(language, {})[what.split()[0]] = content
        elif what == "title":
            title = content
        elif what == "about":
            about = content
        elif values := VALUES.match(content):
            choices = tuple(values[1].split())
            options.append(
                Option((name or what).lower(), choices[0], choices, values[2] or "a number")
            )
    return Header(title, about, tuple(options), translations)


def options_of(
    header: Header, players: int, numbers: tuple[tuple[str, int], ...]
) -> tuple[Option, ...]:
    """The options of a description: those of the header, and the other numbers that it declares."""
    in_header = {option.name: option for option in header.options}
    every = {PLAYERS: (players, "how many play")}
    every |= {name: (value, "a number") for name, value in by_option(numbers) if name != PLAYERS}
    return tuple(
        [
            in_header.get(name) or NumberOption(name, str(value), (str(value),), about)
            for name, (value, about) in every.items()
        ]
    )


def by_option(numbers: tuple[tuple[str, int], ...]) -> list[tuple[str, int]]:
    """The declared numbers, by the names of their options."""
    lower = [(name.lower(), value) for name, value in numbers]
    return [(name, value) for name, value in lower if name not in (TEXT, FILE)]


def numbers_of(
    chosen: Mapping[str, str], numbers: tuple[tuple[str, int], ...]
) -> tuple[tuple[str, int], ...]:
    """The values that options give to the numbers that a description declares."""
    options = dict(by_option(numbers))
    return tuple(
        [
            (name, int(chosen[name.lower()]))
            for name, _ in numbers
            if name.lower() in options and name.lower() in chosen
        ]
    )


def header_mistakes(
    header: Header, players: int, numbers: tuple[tuple[str, int], ...]
) -> Iterator[str]:
    """Remarks on a header that does not fit its description."""
    for language in header.translations:
        if language not in LANGUAGES:
            yield (
                f"The header has a text in the language {language}, and pages exist only in "
                f"{', '.join(LANGUAGES)}, so it is never shown."
            )
    declared = dict(by_option(numbers)) | {PLAYERS: players}
    for option in header.options:
        if option.name not in declared:
            yield (
                f"The header has an option {option.name.upper()}, and no number of that name is "
                "declared, so it cannot be chosen."
            )
        elif int(option.default) != declared[option.name]:
            yield (
                f"The header begins {option.name} with {option.default}, and the text has "
                f"{declared[option.name]}: the header counts."
            )
