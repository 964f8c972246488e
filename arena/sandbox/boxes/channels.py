"""The arena's end of a channel to a box: two pipes, or a socket where boxes have no fork server.

A question and its answer through two pipes take two thirds of the time that they take through a
socket.
"""

import os
import select
import socket
from functools import partial
from typing import Protocol

try:
    from arena.sandbox.boxes._exchange import exchange
except ImportError:  # not compiled

    def exchange(questions: int, answers: int, frame: bytes, most: int, wait: int) -> bytes | None:
        """Write a frame, and return what comes within so many milliseconds; None if nothing comes.

        An empty answer means that the other side has closed its end. Both descriptors must be
        non-blocking.
        """
        os.write(questions, frame)
        waiting = select.poll()
        waiting.register(answers, select.POLLIN)
        return os.read(answers, most) if waiting.poll(wait) else None


SMALL = getattr(select, "PIPE_BUF", 512)  # bytes that a pipe takes at once or not at all


class HostChannel(Protocol):
    """A channel to a box. Nothing here blocks for longer than `exchange` is told to wait."""

    def fileno(self) -> int:
        """The descriptor from which answers are read."""

    def write_fileno(self) -> int:
        """The descriptor to which questions are written."""

    def exchange(self, frame: bytes, most: int, wait: int, /) -> bytes | None:
        """Send a small frame, and return what comes within so many milliseconds, or None."""

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
        self.exchange = partial(exchange, questions, answers)

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
        self._socket = ours
        self.fileno = self.write_fileno = ours.fileno
        self.send, self.recv, self.close = ours.send, ours.recv, ours.close

    def exchange(self, frame: bytes, most: int, wait: int, /) -> bytes | None:
        self._socket.send(frame)
        return None  # `Box.receive` waits for the answer
