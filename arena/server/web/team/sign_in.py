"""Sign-in with a team's code, and sign-out.

The link on a card has the code in its fragment, which no server gets. A script puts it into the
form, and a person presses the button. So a program that opens links, such as a scanner of mails,
signs in nowhere.
"""

from starlette.requests import Request
from starlette.responses import Response

from arena.pages.site.data.scene import display_name
from arena.server.visible import PUBLIC
from arena.server.visible import TEAM as ROLE
from arena.server.web.boundary.signing_in import begin, end
from arena.server.web.core.pages import html, words_of
from arena.server.web.core.refused import Refused
from arena.server.web.core.site import Site, facts_of, in_thread, site_of, viewer_of

TEAM = "/team/"


async def form(request: Request, problem: str = "", status: int = 200) -> Response:
    """GET /sign-in."""
    facts, viewer = await facts_of(request), viewer_of(request)
    team = ""
    if viewer.role != PUBLIC:
        team = await in_thread(_name, site_of(request), viewer.team) or viewer.role
    return html(
        facts,
        "sign_in.html",
        words_of(facts)("site.area.sign_in"),
        status=status,
        script="sign-in.js",
        problem=problem,
        team=team,
    )


async def sign_in(request: Request) -> Response:
    """POST /sign-in: a new session. The one that the browser had ends."""
    answer = await begin(request, ROLE, TEAM)
    if isinstance(answer, Refused):
        words = words_of(await facts_of(request))
        page = await form(request, words("site.area.unknown_code"), answer.status)
        page.headers.update(answer.headers)
        return page
    return answer


async def sign_out(request: Request) -> Response:
    """POST /sign-out: the session ends; with `everywhere`, all sessions with the same code."""
    return await end(request, "/")


def _name(site: Site, key: str) -> str:
    team = site.store.team(key)
    return display_name(team.name) if team else ""
