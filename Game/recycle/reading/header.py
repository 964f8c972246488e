"""What a description says of itself in the comments on its top, besides its rules in prose.

    ;; title: Agram
    ;; about: Tricks without trump; who wins the last one wins.
    ;; players: 4 2 3 5 6 -- how many play
    ;; option CARDS: 6 5 4 -- how many cards everybody is dealt

The first value is what the text declares, the others are what else it may be. To the language all
of this is a comment: a description without it is played under the name of its file, for as many
players as it says, and whatever it declares may be any number.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from Game.core.options import Option, OptionError

LINE = re.compile(r"\s*;;\s*(title|about|players|option\s+(\w+)):\s*(.*?)\s*$")
VALUES = re.compile(r"([0-9]+(?:\s+[0-9]+)*)(?:\s+--\s+(.+))?$")
PLAYERS = "players"
TEXT, FILE = "text", "file"  # options of a given game that people do not choose


@dataclass(frozen=True)
class Header:
    title: str = ""
    about: str = ""
    options: tuple[Option, ...] = ()


@dataclass(frozen=True)
class NumberOption(Option):
    """An option that takes any number: what a description declares without saying more."""

    def check(self, game: str, value: Any) -> str:
        text = str(value)
        if not text.isascii() or not text.isdigit() or len(text) > 9:
            raise OptionError(
                f"{text[:40]!r} is not a value of the option {self.name!r} of {game}: take a "
                "number, 0 or more"
            )
        return str(int(text))


def read_header(text: str) -> Header:
    """The header in the comments that a description begins with."""
    title = about = ""
    options: list[Option] = []
    for line in text.removeprefix("\ufeff").splitlines():
        if line.strip() and not line.lstrip().startswith(";;"):
            break
        found = LINE.match(line)
        if not found:
            continue
        what, name, said = found.groups()
        if what == "title":
            title = said
        elif what == "about":
            about = said
        elif values := VALUES.match(said):
            choices = tuple(values[1].split())
            options.append(
                Option((name or what).lower(), choices[0], choices, values[2] or "a number")
            )
    return Header(title, about, tuple(options))


def options_of(
    header: Header, players: int, numbers: tuple[tuple[str, int], ...]
) -> tuple[Option, ...]:
    """The options of a description: as the header has them, and the rest of what it declares."""
    told = {option.name: option for option in header.options}
    every = {PLAYERS: (players, "how many play")}
    every |= {name: (value, "a number") for name, value in named(numbers) if name != PLAYERS}
    return tuple(
        [
            told.get(name) or NumberOption(name, str(value), (str(value),), about)
            for name, (value, about) in every.items()
        ]
    )


def named(numbers: tuple[tuple[str, int], ...]) -> list[tuple[str, int]]:
    """What is declared, by the names of the options."""
    lower = [(name.lower(), value) for name, value in numbers]
    return [(name, value) for name, value in lower if name not in (TEXT, FILE)]


def numbers_of(
    chosen: Mapping[str, str], numbers: tuple[tuple[str, int], ...]
) -> tuple[tuple[str, int], ...]:
    """What is to be instead of the numbers that a description declares."""
    options = dict(named(numbers))
    return tuple(
        [
            (name, int(chosen[name.lower()]))
            for name, _ in numbers
            if name.lower() in options and name.lower() in chosen
        ]
    )


def slips(header: Header, players: int, numbers: tuple[tuple[str, int], ...]) -> Iterator[str]:
    """Where a header does not fit its description."""
    declared = dict(named(numbers)) | {PLAYERS: players}
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
