"""The schedule of a game: how many cards there are in each of its rounds."""

from dataclasses import dataclass
from typing import Any

from Game.boerenbridge.deck import LONGEST, MOST
from Game.core.options import Option, OptionError


@dataclass(frozen=True)
class Rounds(Option):
    """An option that takes any list of numbers. Its choices are examples only."""

    def check(self, game: str, value: Any) -> str:
        words = [word.strip() for word in str(value).split(",")]
        if not all(word.isascii() and word.isdecimal() and len(word) <= 2 for word in words) or any(
            not 1 <= int(word) <= MOST for word in words
        ):
            raise OptionError(
                f"{value!r} is not a value of the option {self.name!r} of {game}: it lists how "
                f"many cards each round has, from 1 to {MOST}, like {self.default}."
            )
        if len(words) > LONGEST:
            raise OptionError(
                f"{len(words)} rounds are too many for {game}: a game has at most {LONGEST}."
            )
        return ",".join([str(int(word)) for word in words])
