"""The arena's end of a channel to a box: two pipes, or a socket on systems without fork servers.

A question and its answer through two pipes take two thirds of the time that they take through a
socket.
"""

import os
import select
import socket
from collections.abc import Callable
from functools import partial
from typing import Protocol

from arena.guest.protocol import wire

MOST = wire.HEADER.size + wire.FROM_BOT + 1  # bytes to read at once: longer than any frame
SMALL = getattr(select, "PIPE_BUF", 512) - wire.HEADER.size  # bytes of a message for `ask`


def ask_in_python(questions: int, answers: int, message: bytes, wait: int, /) -> bytearray | None:
    """Write a frame and read the answer. Returns None if none comes within `wait` milliseconds.

    It returns all bytes that have come, in a bytearray. If it is empty, the box closed its end.
    The compiled function does the same with one difference: for exactly one frame it returns bytes,
    without the length. Both descriptors are non-blocking.
    """
    os.write(questions, wire.with_length(message))
    waiting = select.poll()
    waiting.register(answers, select.POLLIN)
    return bytearray(os.read(answers, MOST)) if waiting.poll(wait) else None


try:
    from arena.guest.protocol import _frames
except ImportError:  # not compiled
    ask: Callable[[int, int, bytes, int], bytes | bytearray | None] = ask_in_python
else:
    ask = _frames.ask


class HostChannel(Protocol):
    """A channel to a box. Only `ask` waits for anything."""

    def fileno(self) -> int:
        """The descriptor from which answers are read."""

    def write_fileno(self) -> int:
        """The descriptor to which questions are written."""

    @property
    def ask(self) -> Callable[[bytes, int], bytes | bytearray | None]:
        """Send a small message, and wait for an answer: `ask_in_python` without descriptors."""

    def send(self, data: bytes, /) -> int: ...

    def recv(self, most: int, /) -> bytes: ...

    def close(self) -> None: ...


class PipeChannel:
    """Two pipes. The box has the other ends."""

    def __init__(self, questions: int, answers: int) -> None:
        self._questions = questions
        self._answers = answers
        for descriptor in (questions, answers):
            os.set_blocking(descriptor, False)
        self.ask = partial(ask, questions, answers)

    def fileno(self) -> int:
        return self._answers

    def write_fileno(self) -> int:
        return self._questions

    def send(self, data: bytes, /) -> int:
        return os.write(self._questions, data)

    def recv(self, most: int, /) -> bytes:
        return os.read(self._answers, most)

    def close(self) -> None:
        os.close(self._questions)
        os.close(self._answers)


class SocketChannel:
    """A socket, which is both ends."""

    def __init__(self, ours: socket.socket) -> None:
        ours.setblocking(False)
        self.fileno = self.write_fileno = ours.fileno
        self.send, self.recv, self.close = ours.send, ours.recv, ours.close

    def ask(self, message: bytes, wait: int, /) -> None:
        """Send a message. `Box.receive` waits for the answer."""
        self.send(wire.with_length(message))
