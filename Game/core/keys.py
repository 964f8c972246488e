"""Keys: one master seed, and from it as many independent streams as anyone needs.

A key is the hash of its parent and a path of labels ("deal", 17). Two different paths give
streams that have nothing to do with each other, so how much one of them is used never changes
another. Nobody can go back from a stream to the seed.
"""

from collections.abc import Sequence
from hashlib import blake2b
from struct import unpack

from Game.core.stream import Stream

Label = str | int | bytes


def master_key(seed: Label) -> bytes:
    """The key at the root, from whatever the organiser wrote as the seed."""
    return derive(b"card-arena", "master", seed)


def derive(key: bytes, *path: Label) -> bytes:
    """The key found below `key` by following the labels."""
    hashed = blake2b(key=key, digest_size=32)
    for label in path:
        word = label if isinstance(label, bytes) else str(label).encode()
        kind = b"b" if isinstance(label, bytes) else b"i" if isinstance(label, int) else b"s"
        hashed.update(kind + len(word).to_bytes(4, "big") + word)
    return hashed.digest()


def seed_number(key: bytes) -> int:
    """A key as a 64-bit number, to start a plain `Stream` or Python's `random` with."""
    return int.from_bytes(key[:8], "big")


class KeyedStream(Stream):
    """A stream that cannot be predicted without its key, however much of it has been seen."""

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
        raise TypeError("a keyed stream is secret and is not copied: derive a key of its own")
