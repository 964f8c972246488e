"""Sign-in with a team's code, and sign-out.

The link on a card has the code in its fragment, which no server gets. A script puts it into the
form, and a person presses the button. So a program that opens links, such as a scanner of mails,
signs in nowhere.
"""

from datetime import UTC, datetime

from starlette.requests import Request
from starlette.responses import Response

from arena.pages.site.data.scene import display_name
from arena.server.visible import PUBLIC
from arena.server.web.boundary.failures import refuse_code
from arena.server.web.boundary.viewers import address_of, cookie_name, is_secure, token_of
from arena.server.web.core.pages import go_to, html, words_of
from arena.server.web.core.site import Site, facts_of, in_thread, site_of, viewer_of
from arena.store.live.codes import holder_of
from arena.store.live.sessions import LASTS, begin_session, end_session, end_sessions_like

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
    site, words = site_of(request), words_of(await facts_of(request))
    typed = (await request.form(max_files=0)).get("code", "")
    code = typed if isinstance(typed, str) else ""
    holder = await in_thread(holder_of, site.store.database, code)
    if holder is None:
        refused = await refuse_code(site, code, address_of(request))
        answer = await form(request, words("site.area.unknown_code"), refused.status)
        answer.headers.update(refused.headers)
        return answer
    await in_thread(end_session, site.store.database, token_of(request))
    token = await in_thread(begin_session, site.store.database, holder, datetime.now(UTC))
    answer = go_to(request, TEAM)
    answer.set_cookie(
        cookie_name(request),
        token,
        max_age=int(LASTS.total_seconds()),
        httponly=True,
        samesite="lax",
        secure=is_secure(request),
    )
    return answer


async def sign_out(request: Request) -> Response:
    """POST /sign-out: the session ends; with `everywhere`, all sessions with the same code."""
    site, token = site_of(request), token_of(request)
    everywhere = (await request.form(max_files=0)).get("everywhere")
    end = end_sessions_like if everywhere else end_session
    await in_thread(end, site.store.database, token)
    answer = go_to(request, "/")
    answer.delete_cookie(
        cookie_name(request), httponly=True, samesite="lax", secure=is_secure(request)
    )
    return answer


def _name(site: Site, key: str) -> str:
    team = site.store.team(key)
    return display_name(team.name) if team else ""
