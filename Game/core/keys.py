"""Keys: from one master seed, any number of independent random streams.

A key is the hash of its parent and a path of labels such as ("deal", 17). Different paths give
independent streams: the use of one never changes another. A stream does not reveal its seed.
"""

from collections.abc import Sequence
from hashlib import blake2b
from struct import unpack

from Game.core.stream import Stream

Label = str | int | bytes


def master_key(seed: Label) -> bytes:
    """The root key of the organiser's seed."""
    return derive(b"card-arena", "master", seed)


def derive(key: bytes, *path: Label) -> bytes:
    """The key below `key` at this path of labels."""
    hashed = blake2b(key=key, digest_size=32)
    for label in path:
        word = label if isinstance(label, bytes) else str(label).encode()
        kind = b"b" if isinstance(label, bytes) else b"i" if isinstance(label, int) else b"s"
        hashed.update(kind + len(word).to_bytes(4, "big") + word)
    return hashed.digest()


def seed_number(key: bytes) -> int:
    """A key as a 64-bit number: a seed for a plain `Stream` or for Python's `random`."""
    return int.from_bytes(key[:8], "big")


class KeyedStream(Stream):
    """A stream that nobody can predict without its key, even after seeing much of it."""

    def __init__(self, key: bytes) -> None:
        super().__init__(0)
        self._key = key
        self._blocks = 0
        self._numbers: Sequence[int] = [0] * 8
        self._left = 0

    def bits(self) -> int:
        if not self._left:
            block = blake2b(self._blocks.to_bytes(8, "big"), key=self._key).digest()
            self._blocks += 1
            self._numbers = unpack(">8Q", block)
            self._left = 8
        self._left -= 1
        return self._numbers[self._left]

    def __reduce__(self) -> tuple[object, ...]:
        raise TypeError("a keyed stream is secret and cannot be copied: derive another key")
