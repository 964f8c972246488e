"""One open event stream, and the chunks of text that wait for it.

A client that has got everything gets the next chunk at once: it goes to the socket without waking
a task, and it was framed for HTTP once for all clients. Most deliveries are such. Otherwise the
chunks wait until the stream takes them.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from time import monotonic
from typing import NamedTuple

from arena.server.visible import Viewer

MOST = 8  # chunks that may wait; a client that has more begins anew


class Chunk(NamedTuple):
    text: bytes
    framed: bytes  # the text as HTTP/1.1 sends a part of a body


def framed(text: bytes) -> Chunk:
    return Chunk(text, b"%x\r\n%b\r\n" % (len(text), text))


class Wire:
    """The socket of a client whose answer has begun."""

    __slots__ = ("_is_framed", "_transport")

    def __init__(self, transport: asyncio.WriteTransport, version: str) -> None:
        """`version`: of HTTP. Before 1.1, the body is sent as it is."""
        self._transport = transport
        self._is_framed = version >= "1.1"

    def write(self, chunk: Chunk) -> bool:
        """Send the chunk. False if the client has not got all that was sent before, or has gone."""
        if self._transport.is_closing() or self._transport.get_write_buffer_size():
            return False
        self._transport.write(chunk.framed if self._is_framed else chunk.text)
        return True


class Spectator:
    """The hub pushes chunks, and the stream takes them. A slow one never makes the hub wait."""

    __slots__ = ("_begin", "_chunks", "_is_behind", "_is_closed", "_taken_at", "_waiter", "_wire",
                 "cut", "opened_at", "viewer")  # fmt: skip

    def __init__(
        self,
        viewer: Viewer,
        begin: Callable[[], bytes],
        cut: Callable[[], object],
        wire: Wire | None = None,
    ) -> None:
        self.viewer = viewer
        self.cut = cut  # ends the connection of a client that does not read
        self.opened_at = self._taken_at = monotonic()
        self._wire = wire
        self._begin = begin  # makes the chunk with which a client begins anew
        self._chunks: deque[bytes] = deque()
        self._is_behind = False  # has it lost chunks?
        self._is_closed = False
        self._waiter: asyncio.Future[None] | None = None

    def push(self, chunk: Chunk) -> None:
        waits = self._waiter is not None and not self._waiter.done()
        if waits and self._wire is not None and self._wire.write(chunk):
            return
        if len(self._chunks) >= MOST:
            self._is_behind = True
            self._chunks.clear()
        if not self._is_behind:
            self._chunks.append(chunk.text)
            self._wake()

    def close(self) -> None:
        self._is_closed = True
        self._wake()

    async def take(self) -> bytes:
        """The chunks that wait, or the next one; nothing if the stream is closed."""
        if self._is_behind:
            self._is_behind = False
            return self._begin()
        while not self._chunks and not self._is_closed:
            self._waiter = asyncio.get_running_loop().create_future()
            try:
                await self._waiter
            finally:
                self._waiter = None
        self._taken_at = monotonic()
        if self._is_closed:
            return b""
        chunks = b"".join(self._chunks)
        self._chunks.clear()
        return chunks

    def blocked_for(self, now: float) -> float:
        """The seconds for which the client has not read what it was sent."""
        return 0.0 if self._waiter is not None else now - self._taken_at

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)
