"""The bot's end of the wire: sends and receives whole frames, one at a time.

It uses two functions that read and write. In a box these are `read` and `write` of two pipes, so
the box needs no calls for sockets.
"""

import os
from collections.abc import Callable
from typing import Any

from arena.guest.protocol import wire

try:
    from arena.guest.protocol import _frames
except ImportError:  # not compiled
    _frames = None  # type: ignore[assignment]

HEAD = wire.HEADER.size

# The buffer of the only channel in a process. It is allocated before a box is forked, because new
# memory in a box is slower.
_buffer = memoryview(bytearray(wire.TO_BOT + wire.HEADER.size))


class Channel:
    """A process has one channel only, because its buffer belongs to the process."""

    def __init__(
        self, read_into: Callable[[memoryview], int | None], write: Callable[[bytes], int | None]
    ) -> None:
        self._read_into = read_into
        self._write = write
        self._got = 0  # bytes in the buffer that are not decoded yet

    def receive(self, decode: Callable[[memoryview], Any] = wire.read_to_bot) -> Any:
        """The next message; None if the arena has closed the channel."""
        got = self._got or self._read_into(_buffer)
        while got:
            end = wire.end_of_frame(_buffer, wire.TO_BOT) if got >= HEAD else 0
            if 0 < end <= got:
                message = decode(_buffer[HEAD:end])
                self._got = got - end
                if end < got:
                    _buffer[: got - end] = bytes(_buffer[end:got])
                return message
            more = self._read_into(_buffer[got:])
            got = got + more if more else 0
        return None

    def send(self, message: Any) -> None:
        data = wire.frame(message, wire.FROM_BOT)
        sent = self._write(data)
        while sent != len(data):
            data = data[sent:]
            sent = self._write(data)

    def exchange(self, message: Any, decode: Callable[[memoryview], Any]) -> Any:
        """Send a message, and return the next one; None if the arena has closed the channel."""
        self.send(message)
        return self.receive(decode)


class BoxChannel(Channel):
    """The channel in a box: two pipes. It can be made before the box has them."""

    def __init__(self, questions: int, answers: int) -> None:
        self._questions = questions
        self._answers = answers
        super().__init__(
            lambda buffer: os.readv(questions, (buffer,)), lambda data: os.write(answers, data)
        )

    def receive(self, decode: Callable[[memoryview], Any] = wire.read_to_bot) -> Any:
        if _frames is None or self._got:
            return super().receive(decode)
        got = _frames.hear(self._questions, _buffer)
        if got > 0:
            return decode(_buffer[HEAD:got])
        self._got = -got  # bytes that are not exactly one frame
        return super().receive(decode)

    def exchange(self, message: Any, decode: Callable[[memoryview], Any]) -> Any:
        if _frames is None or self._got:
            return super().exchange(message, decode)
        data = wire.encode(message, wire.FROM_BOT)
        got = _frames.answer(self._answers, self._questions, data, _buffer)
        if got > 0:
            return decode(_buffer[HEAD:got])
        self._got = -got
        return super().receive(decode)
