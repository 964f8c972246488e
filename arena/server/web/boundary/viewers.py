"""Middleware: recognises the viewer by the session in a cookie, or by a code in a header.

A request of the API may send its code with each request: `Authorization: Bearer 7K3M-...`.
"""

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from arena.server.visible import EVERYBODY, Viewer
from arena.server.web.boundary.failures import check_not_slowed, note_failure
from arena.server.web.core.refused import Refused
from arena.server.web.core.site import Site, in_thread, site_of
from arena.store.live.codes import holder_of
from arena.store.live.sessions import session_of

COOKIE = "arena"
BEARER = "bearer "


class Viewers:
    """Sets `scope["viewer"]`."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            connection = HTTPConnection(scope)
            authorization = connection.headers.get("authorization", "")
            token = connection.cookies.get(COOKIE, "")
            if authorization.lower().startswith(BEARER):
                code = authorization[len(BEARER) :]
                address = connection.client.host if connection.client else ""
                scope["viewer"] = await in_thread(_by_code, site_of(connection), code, address)
            elif token:
                scope["viewer"] = await in_thread(_by_session, site_of(connection), token)
        await self.app(scope, receive, send)


def _by_code(site: Site, code: str, address: str) -> Viewer:
    check_not_slowed(site, code, address)
    holder = holder_of(site.store.database, code)
    if holder is None:
        note_failure(site, code, address)
        raise Refused(401, "This code is not known: look at the card, or ask the organiser.")
    return Viewer(holder.role, holder.team)


def _by_session(site: Site, token: str) -> Viewer:
    session = session_of(site.store.database, token, site.now())
    return Viewer(session.role, session.team) if session else EVERYBODY
