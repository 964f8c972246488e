"""The connections of web: many at once, and dead ones end."""

import asyncio
import socket

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from arena.server.web.streams.hub import Hub

UNANSWERED = 30_000  # milliseconds after which a silent client counts as gone
REQUEST = 30.0  # seconds in which a connection must bring a request, with all its headers


class Connection(H11Protocol):
    """A connection that a handler can look after: `scope["state"]["transport"]`."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.app_state = {**self.app_state, "transport": transport}
        accepted = transport.get_extra_info("socket")
        if accepted is not None and hasattr(socket, "TCP_USER_TIMEOUT"):
            accepted.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNANSWERED)
        self._look_later()

    def connection_lost(self, exc: Exception | None) -> None:
        self._timer.cancel()
        super().connection_lost(exc)

    def _look_later(self) -> None:
        self._timer = self.loop.call_later(REQUEST, self._close_if_idle, self.cycle)

    def _close_if_idle(self, before: RequestResponseCycle | None) -> None:
        """Close the connection if no request has come since `before`, and none is answered."""
        is_answered = self.cycle is None or self.cycle.response_complete
        if is_answered and self.cycle is before:
            self.transport.close()
        else:
            self._look_later()


class WebServer(uvicorn.Server):
    """Ends the event streams before it stops."""

    def __init__(self, config: uvicorn.Config, hub: Hub) -> None:
        super().__init__(config)
        self._hub = hub

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._hub.close()
        await super().shutdown(sockets)


def allow_many_connections() -> None:
    """Let this process have as many connections as the system allows it."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
