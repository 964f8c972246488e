"""Sign-in of organisers. Their session has a cookie of its own, which counts at the desk only."""

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from arena.server.visible import DESK, ORGANISER, Thing
from arena.server.web.boundary import signing_in
from arena.server.web.boundary.signing_in import Door
from arena.server.web.core.refused import Refused
from arena.server.web.core.site import sees, viewer_of

HERE = "/desk"
SIGN_IN = "/desk/sign-in"
DOOR = Door(ORGANISER, HERE, home=HERE, after=SIGN_IN, words="desk", title="desk.title")


def require_organiser(connection: HTTPConnection) -> str:
    """The name of the organiser who has signed in. All others are sent to the sign-in."""
    if not sees(connection, Thing(DESK)):
        raise Refused(303, "Sign in with the code of an organiser.", {"Location": SIGN_IN})
    return viewer_of(connection).name


async def form(request: Request, problem: str = "", status: int = 200) -> Response:
    """GET /desk/sign-in."""
    viewer = viewer_of(request)
    who = viewer.name if viewer.role == ORGANISER else ""
    return await signing_in.form(request, DOOR, who, problem, status)


async def sign_in(request: Request) -> Response:
    """POST /desk/sign-in."""
    return await signing_in.sign_in(request, DOOR, form)


async def sign_out(request: Request) -> Response:
    """POST /desk/sign-out."""
    return await signing_in.sign_out(request, DOOR)
