"""The curve of a run as a file of events, which TensorBoard shows.

`tensorboard --logdir Out/train` finds the file in each run's folder. TensorBoard is not needed to
write it. A file of events is a series of records (TFRecord): the length of the data, a checksum of
the length, the data, a checksum of the data. The data is a protocol buffer, of which we need four
kinds of fields.
"""

import struct
from collections.abc import Iterable, Iterator
from pathlib import Path

from arena.learn.training.curve import Point
from arena.replay.files import unwritable

NAME = "events.out.tfevents.arena"  # TensorBoard looks for `tfevents` in the name
POLYNOMIAL = 0x82F63B78  # of CRC-32C, with its bits in reverse order
MASK = (
    0xA282EAD8  # added to checksums, so that the checksum of a record with checksums is unlike it
)
VARINT, BITS64, BYTES, BITS32 = 0, 1, 2, 5  # how a field is written


def _table() -> Iterator[int]:
    for number in range(256):
        for _ in range(8):
            number = number >> 1 ^ (POLYNOMIAL if number & 1 else 0)
        yield number


TABLE = tuple(_table())


class EventFile:
    """The file in the folder of a run. TensorBoard follows it while it grows."""

    def __init__(self, folder: Path, curve: Iterable[Point]) -> None:
        """Write the file anew: a run that continues may have lost its last points."""
        self._path = folder / NAME
        events = [_event(0.0, _text(3, "brain.Event:2")), *map(point_event, curve)]
        self._write("wb", b"".join(map(record, events)))

    def add(self, point: Point) -> None:
        self._write("ab", record(point_event(point)))

    def _write(self, mode: str, data: bytes) -> None:
        try:
            with self._path.open(mode) as file:
                file.write(data)
        except OSError as error:
            raise unwritable(self._path, error) from None


def point_event(point: Point) -> bytes:
    """The shares and figures of a point of the curve, as one event."""
    values = {
        **{f"share/{name}": share.share for name, share in point.shares.items()},
        **{f"margin/{name}": share.margin for name, share in point.shares.items()},
        **{f"learning/{name}": number for name, number in point.figures.items()},
        "speed/decisions_per_second": point.speed,
    }
    scalars = b"".join(_message(1, _scalar(name, value)) for name, value in values.items())
    return _event(point.time, _key(2, VARINT) + _varint(point.decisions) + _message(5, scalars))


def record(data: bytes) -> bytes:
    """The data as a record of a file."""
    length = struct.pack("<Q", len(data))
    return length + _checksum(length) + data + _checksum(data)


def crc32c(data: bytes) -> int:
    """The checksum CRC-32C (Castagnoli)."""
    crc = 0xFFFFFFFF
    for byte in data:
        crc = TABLE[(crc ^ byte) & 0xFF] ^ crc >> 8
    return crc ^ 0xFFFFFFFF


def _checksum(data: bytes) -> bytes:
    crc = crc32c(data)
    return struct.pack("<I", ((crc >> 15 | crc << 17) + MASK) & 0xFFFFFFFF)


def _event(time: float, rest: bytes) -> bytes:
    return _key(1, BITS64) + struct.pack("<d", time) + rest


def _scalar(name: str, value: float) -> bytes:
    return _text(1, name) + _key(2, BITS32) + struct.pack("<f", value)


def _text(field: int, text: str) -> bytes:
    return _message(field, text.encode())


def _message(field: int, data: bytes) -> bytes:
    return _key(field, BYTES) + _varint(len(data)) + data


def _key(field: int, kind: int) -> bytes:
    return _varint(field << 3 | kind)


def _varint(number: int) -> bytes:
    """Seven bits in each byte, the lowest first; the eighth says that more follow."""
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    return bytes([*out, number])
