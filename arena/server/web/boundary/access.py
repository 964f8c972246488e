"""Middleware: a line in the log, and numbers for /metrics, for each request.

The log has the path without the query, and nothing of cookies, headers and bodies.
"""

import logging
import time

from prometheus_client import Counter, Histogram
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from arena.server.visible import EVERYBODY, Viewer

QUIET = ("/healthz", "/readyz", "/metrics")  # asked again and again, so not logged
# First parts of paths that are counted apart.
KINDS = ("api", "team", "desk", "show", "sign-in", "events")

log = logging.getLogger("arena.access")

requests = Counter("arena_requests_total", "Requests", ["kind", "status"])
seconds = Histogram(
    "arena_request_seconds",
    "Seconds until the first byte of the answer",
    ["kind"],
    buckets=(0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10),
)


class Access:
    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began, status, took = time.perf_counter(), 500, 0.0

        async def watched(message: Message) -> None:
            nonlocal status, took
            if message["type"] == "http.response.start":
                status, took = message["status"], time.perf_counter() - began
            await send(message)

        try:
            await self.app(scope, receive, watched)
        finally:
            _note(scope, status, took or time.perf_counter() - began)


def _note(scope: Scope, status: int, took: float) -> None:
    path = scope["path"]
    first = path.split("/")[1] if path.count("/") else ""
    kind = first if first in KINDS else "page"
    requests.labels(kind, str(status)).inc()
    seconds.labels(kind).observe(took)
    if path in QUIET:
        return
    viewer: Viewer = scope.get("viewer", EVERYBODY)
    client = HTTPConnection(scope).client
    level = logging.ERROR if status >= 500 else logging.INFO
    log.log(
        level,
        "request",
        extra={
            "method": scope["method"],
            "path": path[:200],
            "status": status,
            "ms": round(1000 * took, 1),
            "role": viewer.role,
            "team": viewer.team,
            "address": client.host if client else "",
        },
    )
