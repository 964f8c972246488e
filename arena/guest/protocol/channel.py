"""The bot's end of the wire: whole frames, one at a time, over whatever reads and writes.

In a box that is `read` and `write` of a descriptor, so that it needs no right to talk to sockets.
"""

from collections.abc import Callable
from typing import Any

from arena.guest.protocol import wire

# One for the process, made before a box is forked: new memory costs more than old.
_buffer = memoryview(bytearray(wire.TO_BOT + wire.HEADER.size))


class Channel:
    """There is one in a process."""

    def __init__(
        self, read_into: Callable[[memoryview], int | None], write: Callable[[bytes], int | None]
    ) -> None:
        self._read_into = read_into
        self._write = write
        self._got = 0  # bytes in the buffer, from its beginning on

    def receive(self, decode: Callable[[memoryview], Any] = wire.read_to_bot) -> Any:
        """The next message; None when the arena has hung up."""
        got = self._got or self._read_into(_buffer)
        while got:
            end = wire.end_of_frame(_buffer[:got], wire.TO_BOT)
            if 0 < end <= got:
                message = decode(_buffer[4:end])
                self._got = got - end
                if end < got:
                    _buffer[: got - end] = bytes(_buffer[end:got])
                return message
            more = self._read_into(_buffer[got:])
            got = got + more if more else 0
        return None

    def send(self, message: Any) -> None:
        data = wire.frame(message, wire.FROM_BOT)
        sent = self._write(data) or 0
        while sent < len(data):
            sent += self._write(data[sent:]) or 0
