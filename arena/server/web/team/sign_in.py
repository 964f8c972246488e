"""Sign-in with a team's code, and sign-out.

The link on a card has the code in its fragment, which no server gets. A script puts it into the
form, and a person presses the button. So a program that opens links, such as a scanner of mails,
signs in nowhere.
"""

from starlette.requests import Request
from starlette.responses import Response

from arena.pages.site.data.scene import display_name
from arena.server.visible import PUBLIC, TEAM
from arena.server.web.boundary import signing_in
from arena.server.web.boundary.signing_in import Door
from arena.server.web.core.site import Site, in_thread, site_of, viewer_of

DOOR = Door(TEAM, "", "/team/", after="/", words="area", title="area.sign_in", script="sign-in.js")


async def form(request: Request, problem: str = "", status: int = 200) -> Response:
    """GET /sign-in."""
    viewer, who = viewer_of(request), ""
    if viewer.role != PUBLIC:
        who = await in_thread(_name, site_of(request), viewer.team) or viewer.role
    return await signing_in.form(request, DOOR, who, problem, status)


async def sign_in(request: Request) -> Response:
    """POST /sign-in."""
    return await signing_in.sign_in(request, DOOR, form)


async def sign_out(request: Request) -> Response:
    """POST /sign-out."""
    return await signing_in.sign_out(request, DOOR)


def _name(site: Site, key: str) -> str:
    team = site.store.team(key)
    return display_name(team.name) if team else ""
