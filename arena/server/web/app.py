"""The application: its routes, and the middleware around them."""

from asyncio import Semaphore

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from arena.server.web import assets, health, metrics
from arena.server.web.api.entries import ENTRIES
from arena.server.web.api.guide import guide
from arena.server.web.boundary.access import Access
from arena.server.web.boundary.bodies import Bodies
from arena.server.web.boundary.cross_site import CrossSite
from arena.server.web.boundary.headers import Headers
from arena.server.web.boundary.hosts import Hosts
from arena.server.web.boundary.paths import Paths
from arena.server.web.boundary.refusals import Refusals, refusal
from arena.server.web.boundary.viewers import Viewers
from arena.server.web.core.site import Site
from arena.server.web.desk import acting, page
from arena.server.web.desk import sign_in as desk_sign_in
from arena.server.web.show import remote, stage
from arena.server.web.streams.events import events
from arena.server.web.streams.hub import Hub
from arena.server.web.team import files as team_files
from arena.server.web.team import games, overview, practice, replays, sign_in
from arena.server.web.visitor import files
from arena.server.web.visitor.kept_files import KeptFiles

# The pages of a team.
TEAM = [
    Route("/team/", overview.show),
    Route("/team/members", overview.members, methods=["POST"]),
    Route("/team/archives/{phase}", overview.archive),
    Route("/team/uploads", team_files.hand_in, methods=["POST"]),
    Route("/team/uploads/{receipt}", team_files.receipt),
    Route("/team/uploads/{receipt}/file", team_files.uploaded_file),
    Route("/team/versions/{number:int}", team_files.version),
    Route("/team/versions/{number:int}/file", team_files.version_file),
    Route("/team/versions/{number:int}/again", team_files.again, methods=["POST"]),
    Route("/team/versions/{number:int}/take-back", team_files.withdraw, methods=["POST"]),
    Route("/team/games", games.show),
    Route("/team/games/{phase}", games.show),
    Route("/team/games/{phase}/records", games.records),
    Route("/team/games/{phase}/{game}", games.one),
    Route("/team/games/{phase}/{game}/record", games.record),
    Route("/team/games/{phase}/{game}/replay", replays.one),
    Route("/team/practice", practice.show),
    Route("/team/practice", practice.ask, methods=["POST"]),
    Route("/team/practice/{name}", practice.one),
    Route("/team/practice/{name}/replays", practice.replays),
    Route("/team/practice/{name}/records", practice.records),
]

# The show: its projector page, and the organiser's remote.
SHOW = [
    Route("/show", stage.page),
    Route("/show/state", stage.state),
    Route("/show/scenes/{id}", stage.scene),
    Route("/show/live", stage.live),
    Route("/desk/show", remote.page),
    Route("/desk/show/state", remote.state),
    Route("/desk/show/do", remote.obey, methods=["POST"]),
]

# The desk of the organisers.
DESK = [
    Route("/desk", page.show),
    Route("/desk/sign-in", desk_sign_in.form),
    Route("/desk/sign-in", desk_sign_in.sign_in, methods=["POST"]),
    Route("/desk/sign-out", desk_sign_in.sign_out, methods=["POST"]),
    Route("/desk/actions", acting.act, methods=["POST"]),
    Route("/desk/late-files", acting.take_late_file, methods=["POST"]),
    Route("/desk/show/address", acting.make_show_address, methods=["POST"]),
    Route("/desk/codes", acting.make_team_code, methods=["POST"]),
    Route("/desk/everything", acting.everything),
    Route("/desk/events", events),
]

ROUTES = [
    Route("/healthz", health.alive),
    Route("/readyz", health.ready),
    Route("/metrics", metrics.metrics),
    Route("/events", events),
    Route("/api/", guide),
    *(entry.route for entry in ENTRIES),
    Route("/assets/{name}", assets.one),
    Route("/sign-in", sign_in.form),
    Route("/sign-in", sign_in.sign_in, methods=["POST"]),
    Route("/sign-out", sign_in.sign_out, methods=["POST"]),
    *TEAM,
    *SHOW,
    *DESK,
    Route("/", files.home),
    Route("/{path:path}", files.file),
]

# The first one sees a request first, and an answer last.
BOUNDARY = (Access, Headers, Refusals, Paths, Hosts, Bodies, CrossSite, Viewers)


def make_app(site: Site) -> Starlette:
    app = Starlette(
        routes=ROUTES,
        middleware=[Middleware(each) for each in BOUNDARY],
        exception_handlers={HTTPException: _refused},
    )
    app.state.site = site
    app.state.hub = Hub(site)
    app.state.files = KeptFiles()
    app.state.drawing = Semaphore(1)  # one replay of a team at a time: it takes the processor
    return app


async def _refused(request: Request, error: Exception) -> Response:
    """The answer to what Starlette itself refuses: a missing page, a form that is none."""
    assert isinstance(error, HTTPException)
    if error.status_code in (404, 405):
        return refusal(request, 404, "There is no such page.", {})
    return refusal(request, error.status_code, f"{error.detail}: send the form again.", {})
