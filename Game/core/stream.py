"""Streams of random numbers.

A `Stream` is small, fast and the same on every machine: bots, playouts and imagined worlds draw
from it. Not cryptographic: a few outputs predict the rest. So random numbers that a bot must not
predict (the deal, the fallback moves) come from a `KeyedStream` (see `keys.py`), which has the same
methods.

A stream without a seed takes one from Python's own `random`. So a script that seeds `random` gets
the same numbers again. The arena seeds `random` before every turn of a bot.
"""

from collections.abc import MutableSequence, Sequence
from random import getrandbits
from typing import TypeVar

from Game.core.splitmix import GAMMA, LANES, MASK64, MIX_1, MIX_2, mixed_words

T = TypeVar("T")

MASK32 = 0xFFFFFFFF
INTERPRETED = __file__.endswith(".py")


def mix(z: int) -> int:
    """Every bit of the result depends on every bit of the word."""
    z = ((z ^ (z >> 30)) * MIX_1) & MASK64
    z = ((z ^ (z >> 27)) * MIX_2) & MASK64
    return z ^ (z >> 31)


class Stream:
    """SplitMix64: one 64-bit word of state, any seed is a good seed."""

    def __init__(self, seed: int | None = None) -> None:
        if seed is None:
            seed = getrandbits(64)
        self.word = seed & MASK64

    def bits(self) -> int:
        """The next 64 random bits."""
        self.word = (self.word + GAMMA) & MASK64
        return mix(self.word)

    def fill(self, words: list[int], n: int) -> None:
        """Write the next `n` random words of 64 bits into a list."""
        if type(self) is not Stream:
            for i in range(n):
                words[i] = self.bits()
        elif INTERPRETED and n <= LANES:
            for i, word in enumerate(mixed_words(self.word, n)):
                words[i] = word
            self.word = (self.word + n * GAMMA) & MASK64
        else:
            word = self.word
            for i in range(n):
                word = (word + GAMMA) & MASK64
                words[i] = mix(word)
            self.word = word

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, each equally likely (n up to 2**32)."""
        # Lemire's method: the high half of a product, and a redraw for the few values that
        # would make some answers likelier than others.
        product = (self.bits() >> 32) * n
        low = product & MASK32
        if low < n:
            least = (MASK32 - n + 1) % n
            while low < least:
                product = (self.bits() >> 32) * n
                low = product & MASK32
        return product >> 32

    def fill_falling(self, numbers: list[int], n: int, bound: int) -> None:
        """Write `n` random numbers into a list: one below `bound`, one below `bound - 1`, ...

        They are those of `n` calls of `below`, made faster. A subclass may have its own `below`.
        """
        if type(self) is not Stream:
            for i in range(n):
                numbers[i] = self.below(bound - i)
            return
        words = [0] * 64
        made = 0
        while made < n:
            size = min(n - made, 64)
            self.fill(words, size)
            for i in range(size):
                product = (words[i] >> 32) * bound
                low = product & MASK32
                if low >= bound or low >= (MASK32 - bound + 1) % bound:
                    numbers[made] = product >> 32
                    made += 1
                    bound -= 1

    def random(self) -> float:
        """A float from 0 up to, but not including, 1."""
        return (self.bits() >> 11) * 1.1102230246251565e-16

    def choice(self, items: Sequence[T]) -> T:
        """One of the items."""
        if not items:
            raise IndexError("cannot choose from nothing: the sequence is empty")
        return items[self.below(len(items))]

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Put the items in a random order, in place."""
        places = [0] * 64
        i = len(items)
        while i > 1:
            n = min(i - 1, 64)
            self.fill_falling(places, n, i)
            for k in range(n):
                i -= 1
                j = places[k]
                items[i], items[j] = items[j], items[i]

    def fork(self) -> "Stream":
        """A new independent stream, seeded from this one."""
        return Stream(self.bits())
