"""One open event stream, and the chunks of text that wait for it."""

import asyncio
from collections import deque
from collections.abc import Callable
from time import monotonic

from arena.server.visible import Viewer

MOST = 8  # chunks that may wait; a client that has more begins anew


class Spectator:
    """The hub pushes chunks, and the stream takes them. A slow one never makes the hub wait."""

    __slots__ = ("_begin", "_chunks", "_is_behind", "_is_closed", "_taken_at", "_waiter", "cut",
                 "opened_at", "viewer")  # fmt: skip

    def __init__(
        self, viewer: Viewer, begin: Callable[[], bytes], cut: Callable[[], object]
    ) -> None:
        self.viewer = viewer
        self.cut = cut  # ends the connection of a client that does not read
        self.opened_at = self._taken_at = monotonic()
        self._begin = begin  # makes the chunk with which a client begins anew
        self._chunks: deque[bytes] = deque()
        self._is_behind = False  # has it lost chunks?
        self._is_closed = False
        self._waiter: asyncio.Future[None] | None = None

    def push(self, chunk: bytes) -> None:
        if len(self._chunks) >= MOST:
            self._is_behind = True
            self._chunks.clear()
        if not self._is_behind:
            self._chunks.append(chunk)
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
