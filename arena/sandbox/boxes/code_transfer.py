"""Sends a bot's source and code into its box, and takes the compiled code from it."""

from collections.abc import Iterator

from arena.guest.protocol import wire
from arena.sandbox.boxes.box import Box

MOST_CODE = 16 * 1024 * 1024  # bytes of compiled code


def start_frames(
    source: bytes, code: bytes, seed: int, named: bool, watched: bool
) -> Iterator[bytes]:
    """The frames that begin a game: the bot's source and its compiled code, if there is any."""
    data, room = source + code, wire.PIECE_TO_BOT
    start = wire.Start(seed, len(source), len(code), data[:room], named, watched)
    yield wire.frame(start, wire.TO_BOT)
    for place in range(room, len(data), room):
        yield wire.frame(wire.Piece(data[place : place + room]), wire.TO_BOT)


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
