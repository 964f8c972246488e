"""Begins and ends sessions, for teams and for organisers. Each has a page and a cookie."""

from datetime import UTC, datetime

from starlette.requests import Request
from starlette.responses import Response

from arena.server.web.boundary.failures import refuse_code
from arena.server.web.boundary.viewers import address_of, cookie_name, is_secure, token_of
from arena.server.web.core.pages import go_to
from arena.server.web.core.refused import Refused
from arena.server.web.core.site import in_thread, site_of
from arena.store.live.codes import holder_of
from arena.store.live.sessions import begin_session, end_session, end_sessions_like, lasts


async def begin(request: Request, role: str, to: str) -> Response | Refused:
    """A new session, if the code in the form is of this role. The one before it ends."""
    site = site_of(request)
    typed = (await request.form(max_files=0)).get("code", "")
    code = typed if isinstance(typed, str) else ""
    holder = await in_thread(holder_of, site.store.database, code)
    if holder is None or holder.role != role:
        return await refuse_code(site, code, address_of(request))
    await in_thread(end_session, site.store.database, token_of(request))
    token = await in_thread(begin_session, site.store.database, holder, datetime.now(UTC))
    answer = go_to(request, to)
    answer.set_cookie(
        cookie_name(request),
        token,
        max_age=int(lasts(role).total_seconds()),
        httponly=True,
        samesite="lax",
        secure=is_secure(request),
    )
    return answer


async def end(request: Request, to: str) -> Response:
    """The session ends; with `everywhere` in the form, all sessions with the same code."""
    site, token = site_of(request), token_of(request)
    everywhere = (await request.form(max_files=0)).get("everywhere")
    ends = end_sessions_like if everywhere else end_session
    await in_thread(ends, site.store.database, token)
    answer = go_to(request, to)
    answer.delete_cookie(
        cookie_name(request), httponly=True, samesite="lax", secure=is_secure(request)
    )
    return answer
