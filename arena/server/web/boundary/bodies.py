"""Middleware: limits the size of what people send, and the time that they take for it.

A body that says how long it is is refused before it is read. So one visitor can fill neither the
memory nor all connections.
"""

import time

import anyio
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from arena.server.web.core.refused import Refused
from arena.server.web.core.site import Site, in_thread, site_of

WITH_FILES = ("/api/v1/uploads", "/team/uploads", "/desk/late-files")  # all others take forms only
FORM = 16 * 1024  # bytes of a form
AROUND = 64 * 1024  # bytes that an archive or a form may have besides the files of a bot
PAUSE = 15.0  # seconds until the next piece
SLOWEST = 8 * 1024  # bytes a second, after the first `PAUSE`


class Bodies:
    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        length = connection.headers.get("content-length", "0")
        most = FORM
        if scope["path"] in WITH_FILES and scope["method"] == "POST":
            most = await in_thread(_most, site_of(connection))
        if not length.isdecimal() or int(length) > most:
            raise _too_large(most)
        await self.app(scope, _Limited(receive, most), send)


class _Limited:
    """Receives at most so many bytes, at a reasonable speed."""

    def __init__(self, receive: Receive, most: int) -> None:
        self._receive = receive
        self._most = most
        self._size = 0
        self._started = time.monotonic()
        self._is_complete = False

    async def __call__(self) -> Message:
        if self._is_complete:
            return await self._receive()  # waits until the client has gone
        allowed = PAUSE + self._size / SLOWEST - (time.monotonic() - self._started)
        try:
            with anyio.fail_after(max(0.0, min(PAUSE, allowed))):
                message = await self._receive()
        except TimeoutError:
            raise Refused(
                408, "The file came too slowly: send it again over another connection."
            ) from None
        self._size += len(message.get("body", b""))
        if self._size > self._most:
            raise _too_large(self._most)
        self._is_complete = not message.get("more_body", False)
        return message


def _most(site: Site) -> int:
    return site.facts().submission_size + AROUND


def _too_large(most: int) -> Refused:
    return Refused(413, f"This has more than {most:,} bytes: leave out files or data.")
