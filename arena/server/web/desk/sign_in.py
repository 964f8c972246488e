"""Sign-in of organisers. Their session has a cookie of its own, which counts at the desk only."""

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from arena.server.visible import DESK, ORGANISER, Thing
from arena.server.web.boundary.signing_in import begin, end
from arena.server.web.core.pages import html, words_of
from arena.server.web.core.refused import Refused
from arena.server.web.core.site import facts_of, sees, viewer_of

HERE = "/desk"
SIGN_IN = "/desk/sign-in"


def require_organiser(connection: HTTPConnection) -> str:
    """The name of the organiser who has signed in. All others are sent to the sign-in."""
    if not sees(connection, Thing(DESK)):
        raise Refused(303, "Sign in with the code of an organiser.", {"Location": SIGN_IN})
    return viewer_of(connection).name


async def form(request: Request, problem: str = "", status: int = 200) -> Response:
    """GET /desk/sign-in."""
    facts = await facts_of(request)
    words, is_signed_in = words_of(facts), viewer_of(request).role == ORGANISER
    return html(
        facts,
        "desk_sign_in.html",
        words("site.desk.title"),
        status=status,
        problem=problem,
        organiser=viewer_of(request).name if is_signed_in else "",
    )


async def sign_in(request: Request) -> Response:
    """POST /desk/sign-in: a new session. The one that the browser had ends."""
    answer = await begin(request, ORGANISER, HERE)
    if isinstance(answer, Refused):
        words = words_of(await facts_of(request))
        page = await form(request, words("site.desk.unknown_code"), answer.status)
        page.headers.update(answer.headers)
        return page
    return answer


async def sign_out(request: Request) -> Response:
    """POST /desk/sign-out."""
    return await end(request, SIGN_IN)
