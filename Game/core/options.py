"""The variants of a game: named options with a default and a short list of choices."""

from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from Game.core import Refusal


class OptionError(Refusal):
    """The game has no such option, or the option has no such value."""


def closest(word: str, words: list[str]) -> str | None:
    """The word that is most similar to this one; None if all are very different."""
    close = get_close_matches(word.lower(), [w.lower() for w in words], n=1, cutoff=0.5)
    return next((w for w in words if close and w.lower() == close[0]), None)


def nearest(word: str, words: list[str]) -> str:
    """A hint for the end of an error: the most similar word, and the list of all words."""
    meant = closest(word, words)
    hint = f"Did you mean {meant!r}? " if meant else ""
    return f"{hint}Choose from: {', '.join(words)}." if words else "There are none."


@dataclass(frozen=True)
class Option:
    name: str
    default: str
    choices: tuple[str, ...]
    about: str

    def check(self, game: str, value: Any) -> str:
        if str(value) not in self.choices:
            raise OptionError(
                f"{value!r} is not a value of the option {self.name!r} of {game}. "
                + nearest(str(value), list(self.choices))
            )
        return str(value)


def settle(game: str, options: tuple[Option, ...], chosen: Mapping[str, Any]) -> dict[str, str]:
    """The value of every option of a game: the chosen ones, checked, and defaults for the rest."""
    names = [option.name for option in options]
    for name in chosen:
        if name not in names:
            raise OptionError(f"{game} has no option {name!r}. " + nearest(name, names))
    return {
        option.name: option.check(game, chosen.get(option.name, option.default))
        for option in options
    }
