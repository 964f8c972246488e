"""The bot's end of the wire: whole frames, one at a time, over a descriptor.

Only `read` and `write` are used, so that a box needs no right to talk to sockets.
"""

import os
from typing import Any

from arena.guest import wire


class Channel:
    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._got = b""

    def receive(self) -> wire.ToBot | None:
        """The next message; None when the arena has hung up."""
        while True:
            if len(self._got) >= 4:
                end = 4 + wire.size(self._got[:4], wire.TO_BOT)
                if len(self._got) >= end:
                    data, self._got = self._got[4:end], self._got[end:]
                    return wire.read_to_bot(data)
            piece = os.read(self._descriptor, wire.TO_BOT + 4)
            if not piece:
                return None
            self._got += piece

    def send(self, message: Any) -> None:
        data = wire.frame(message, wire.FROM_BOT)
        while data:
            data = data[os.write(self._descriptor, data) :]
