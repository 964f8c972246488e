"""Begins and ends sessions, for teams and for organisers. Each has a page and a cookie."""

from collections.abc import Awaitable, Callable
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response

from arena.server.web.boundary.failures import refuse_code
from arena.server.web.boundary.viewers import address_of, cookie_name, is_secure, token_of
from arena.server.web.core.pages import go_to, html, words_of
from arena.server.web.core.refused import Refused
from arena.server.web.core.site import facts_of, in_thread, site_of
from arena.store.live.codes import holder_of
from arena.store.live.sessions import begin_session, end_session, end_sessions_like, lasts


class Door(NamedTuple):
    """Where people of one role sign in: `path`/sign-in and `path`/sign-out."""

    role: str
    path: str
    home: str  # where they are sent afterwards
    after: str  # where they are sent when they have signed out
    words: str  # the table of its words
    title: str  # the key of its title
    script: str = ""


async def form(request: Request, door: Door, who: str, problem: str, status: int) -> Response:
    """The page. `who` is the name of the person who has signed in already; empty if nobody has."""
    facts = await facts_of(request)
    return html(
        facts,
        "sign_in.html",
        words_of(facts)(f"site.{door.title}"),
        status=status,
        script=door.script,
        problem=problem,
        who=who,
        door=door,
    )


async def sign_in(
    request: Request, door: Door, again: Callable[[Request, str, int], Awaitable[Response]]
) -> Response:
    """A new session; the one that the browser had ends. `again` shows the page with a problem."""
    answer = await _begin(request, door)
    if isinstance(answer, Refused):
        words = words_of(await facts_of(request))
        page = await again(request, words(f"site.{door.words}.unknown_code"), answer.status)
        page.headers.update(answer.headers)
        return page
    return answer


async def _begin(request: Request, door: Door) -> Response | Refused:
    """A new session, if the code in the form is of this role. The one before it ends."""
    site = site_of(request)
    typed = (await request.form(max_files=0)).get("code", "")
    code = typed if isinstance(typed, str) else ""
    holder = await in_thread(holder_of, site.store.database, code)
    if holder is None or holder.role != door.role:
        return await refuse_code(site, code, address_of(request))
    await in_thread(end_session, site.store.database, token_of(request))
    token = await in_thread(begin_session, site.store.database, holder, site.now())
    answer = go_to(request, door.home)
    answer.set_cookie(
        cookie_name(request),
        token,
        max_age=int(lasts(door.role).total_seconds()),
        httponly=True,
        samesite="lax",
        secure=is_secure(request),
    )
    return answer


async def sign_out(request: Request, door: Door) -> Response:
    """The session ends; with `everywhere` in the form, all sessions with the same code."""
    site, token = site_of(request), token_of(request)
    everywhere = (await request.form(max_files=0)).get("everywhere")
    ends = end_sessions_like if everywhere else end_session
    await in_thread(ends, site.store.database, token)
    answer = go_to(request, door.after)
    answer.delete_cookie(
        cookie_name(request), httponly=True, samesite="lax", secure=is_secure(request)
    )
    return answer
