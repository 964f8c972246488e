"""Sends a bot's source and code into its box, and takes the compiled code from it."""

from collections.abc import Iterable, Iterator

from arena.guest.protocol import wire
from arena.sandbox.boxes.box import Box

MOST_CODE = 16 * 1024 * 1024  # bytes of compiled code


def cut(data: bytes, size: int) -> Iterator[bytes]:
    """Cut the data into pieces of this size."""
    return (data[start : start + size] for start in range(0, len(data), size))


def packets(frames: Iterable[bytes]) -> Iterator[bytes]:
    """Join frames into packets that the bot's end reads at once, since each packet wakes it up."""
    packet = b""
    for frame in frames:
        if len(packet) + len(frame) > wire.TO_BOT:
            yield packet
            packet = b""
        packet += frame
    yield packet


def take_code(box: Box, size: int, until: int) -> bytes:
    """The compiled code, which the box sends piece by piece before it runs any of it."""
    if not 0 < size <= MOST_CODE:
        raise wire.ProtocolError(f"{size} bytes of code, but at most {MOST_CODE} are allowed")
    code = b""
    while len(code) < size:
        box.send(wire.frame(wire.More(), wire.TO_BOT))
        piece = box.receive(until)
        if not isinstance(piece, wire.Piece) or not piece.data:
            raise wire.ProtocolError("it sent an unexpected message")
        code += piece.data
    box.send(wire.frame(wire.More(), wire.TO_BOT))
    return code
