"""The application: its routes, and the middleware around them."""

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from arena.server.web import health, metrics
from arena.server.web.api import index, uploads
from arena.server.web.boundary.access import Access
from arena.server.web.boundary.refusals import Refusals, refusal
from arena.server.web.boundary.viewers import Viewers
from arena.server.web.core.site import Site
from arena.server.web.streams.events import events
from arena.server.web.streams.hub import Hub
from arena.server.web.visitor import files
from arena.server.web.visitor.kept_files import KeptFiles

ROUTES = [
    Route("/healthz", health.alive),
    Route("/readyz", health.ready),
    Route("/metrics", metrics.metrics),
    Route("/events", events),
    Route("/api/v1/", index.index),
    Route("/api/v1/uploads", uploads.hand_in, methods=["POST"]),
    Route("/api/v1/uploads", uploads.listing),
    Route("/api/v1/uploads/{receipt}", uploads.one),
    Route("/", files.home),
    Route("/{path:path}", files.file),
]


def make_app(site: Site) -> Starlette:
    app = Starlette(
        routes=ROUTES,
        # The first one sees a request first.
        middleware=[Middleware(Access), Middleware(Refusals), Middleware(Viewers)],
        exception_handlers={404: _not_found, 405: _not_found},
    )
    app.state.site = site
    app.state.hub = Hub(site)
    app.state.files = KeptFiles()
    return app


async def _not_found(request: Request, error: Exception) -> Response:
    return refusal(request, 404, "There is no such page.", {})
