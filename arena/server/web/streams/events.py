"""/events: the stream of everything that has happened."""

import asyncio
import socket
from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from arena.server.visible import Viewer
from arena.server.web.core.site import viewer_of
from arena.server.web.streams.hub import Hub
from arena.server.web.streams.spectator import Spectator, Wire

HEADERS = {
    "Content-Type": "text/event-stream; charset=utf-8",
    "Cache-Control": "no-store, no-transform",
    "X-Accel-Buffering": "no",  # nginx passes each event on at once
}
KEPT = 32 * 1024  # bytes that the system keeps for a client; Linux takes twice as many


async def events(request: Request) -> Response:
    """GET /events. `Last-Event-ID`, or `?after=`, is the last event that the client has seen."""
    if request.method == "HEAD":
        return Response(headers=HEADERS)
    after = request.headers.get("last-event-id") or request.query_params.get("after", "")
    hub: Hub = request.app.state.hub
    return EventStream(hub, viewer_of(request), int(after) if _is_number(after) else None)


class EventStream(Response):
    """Sends what the hub pushes, until the client leaves or does not read."""

    def __init__(self, hub: Hub, viewer: Viewer, after: int | None) -> None:
        super().__init__(headers=HEADERS)
        del self.headers["content-length"]
        self._hub = hub
        self._viewer = viewer
        self._after = after

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        task = asyncio.current_task()
        assert task is not None
        cut: Callable[[], object] = task.cancel
        wire: Wire | None = None
        if (transport := scope.get("state", {}).get("transport")) is not None:
            _keep_little(transport)
            cut = transport.abort  # otherwise this client could keep its connection for ever
            wire = Wire(transport, scope["http_version"])
        spectator = await self._hub.join(self._viewer, self._after, cut, wire)
        leaving = asyncio.create_task(_wait_until_left(receive))
        leaving.add_done_callback(lambda _: spectator.close())
        try:
            start = {"type": "http.response.start", "status": 200, "headers": self.raw_headers}
            await send(start)
            # A task of its own is woken without going through all the middleware.
            await asyncio.create_task(_send_all(spectator, send))
        finally:
            self._hub.leave(spectator)
            leaving.cancel()


async def _send_all(spectator: Spectator, send: Send) -> None:
    while chunk := await spectator.take():
        await send({"type": "http.response.body", "body": chunk, "more_body": True})
    await send({"type": "http.response.body", "body": b"", "more_body": False})


def _keep_little(transport: asyncio.Transport) -> None:
    """Keep at most `KEPT` bytes and one chunk for a client that does not read.

    The others wait in the hub, where all clients share them. By default, the system keeps megabytes
    for each client, and it takes hours until the hub notices that a client does not read.
    """
    transport.set_write_buffer_limits(0)
    connected = transport.get_extra_info("socket")
    if connected is not None:
        connected.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, KEPT)


async def _wait_until_left(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 19
