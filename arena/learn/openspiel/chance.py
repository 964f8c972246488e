"""Chance, one number at a time: somebody else chooses the numbers that a game draws.

A game draws its deals, and all chance inside it, with `below` of a stream. `Draws` is a stream of
given numbers. Where they are used up, `Missing` tells how many results the next draw can have. The
caller adds a number, and the game plays the same step again. So every game has explicit chance,
without a line about it in its rules.
"""

from collections.abc import Sequence

from Game.core.stream import Stream


class Missing(Exception):
    """The next number is below `bound`, and nobody has chosen it yet."""

    def __init__(self, bound: int) -> None:
        super().__init__(f"a number below {bound} is missing")
        self.bound = bound


class Draws(Stream):
    """A stream of these numbers. A draw with one possible result takes none of them."""

    def __init__(self, numbers: Sequence[int]) -> None:
        super().__init__(0)
        self.numbers = tuple(numbers)
        self.used = 0

    def below(self, n: int) -> int:
        if n <= 1:
            return 0
        if self.used == len(self.numbers):
            raise Missing(n)
        self.used += 1
        return self.numbers[self.used - 1]

    def bits(self) -> int:
        raise TypeError("chance of a game is drawn with `below`: a word of bits has no short list")
