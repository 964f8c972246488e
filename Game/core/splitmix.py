"""The numbers of SplitMix64, and many of its words at once for interpreted code.

Python needs about as long for an operation on a number of a thousand bits as for one on 64 bits.
So `mixed_words` puts the words side by side into one long number. Each has a lane of 128 bits, in
which the product of two words has room. Compiled code mixes one word after the other
(`stream.py`), with the same results.
"""

from functools import cache
from struct import unpack

MASK64 = 0xFFFFFFFFFFFFFFFF
GAMMA = 0x9E3779B97F4A7C15
MIX_1 = 0xBF58476D1CE4E5B9
MIX_2 = 0x94D049BB133111EB

LANES = 64


@cache
def masks(n: int) -> tuple[int, int, int]:
    """For `n` lanes: a one in each, all low halves, and how far each word is from the state."""
    ones = sum(1 << 128 * i for i in range(n))
    steps = sum(((i + 1) * GAMMA & MASK64) << 128 * i for i in range(n))
    return ones, ones * MASK64, steps


def mixed_words(word: int, n: int) -> tuple[int, ...]:
    """The next `n` words, at most `LANES`, of the stream whose state is `word`."""
    ones, low, steps = masks(n)
    z = ones * word + steps & low
    z = ((z ^ z >> 30) & low) * MIX_1 & low
    z = ((z ^ z >> 27) & low) * MIX_2 & low
    z ^= z >> 31
    return unpack(f"<{2 * n}Q", z.to_bytes(16 * n, "little"))[::2]
