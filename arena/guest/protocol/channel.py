"""The bot's end of the wire: sends and receives whole frames, one at a time.

It uses two functions that read and write. In a box these are `read` and `write` of a descriptor, so
the box needs no calls for sockets.
"""

from collections.abc import Callable
from typing import Any

from arena.guest.protocol import wire


class Channel:
    def __init__(self, read: Callable[[int], bytes], write: Callable[[bytes], int]) -> None:
        self._read = read
        self._write = write
        self._got = b""

    def receive(self) -> wire.ToBot | None:
        """The next message; None when the arena has hung up."""
        while True:
            if len(self._got) >= 4:
                end = 4 + wire.size(self._got[:4], wire.TO_BOT)
                if len(self._got) >= end:
                    data, self._got = self._got[4:end], self._got[end:]
                    return wire.read_to_bot(data)
            piece = self._read(wire.TO_BOT + 4)
            if not piece:
                return None
            self._got += piece

    def send(self, message: Any) -> None:
        data = wire.frame(message, wire.FROM_BOT)
        while data:
            data = data[self._write(data) :]
