"""Middleware: recognises the viewer by the session in a cookie, or by a code in a header.

A request of the API may send its code with each request: `Authorization: Bearer 7K3M-...`.
"""

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from arena.server.visible import EVERYBODY, ORGANISER, Viewer
from arena.server.web.boundary.failures import refuse_code
from arena.server.web.core.site import Site, in_thread, site_of
from arena.store.live.codes import holder_of
from arena.store.live.sessions import session_of

COOKIE = "arena"
DESK_COOKIE = "arena-desk"  # of an organiser; it counts at the desk, and the other one elsewhere
# Behind TLS. With this prefix, browsers take the cookie only from this very host, and over TLS.
SECURE = "__Host-"
DESK = "/desk"
BEARER = "bearer "


class Viewers:
    """Sets `scope["viewer"]`."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            connection = HTTPConnection(scope)
            site = site_of(connection)
            if is_by_code(connection):
                code = connection.headers["authorization"][len(BEARER) :]
                holder = await in_thread(holder_of, site.store.database, code)
                if holder is None:
                    raise await refuse_code(site, code, address_of(connection))
                scope["viewer"] = _here(connection, Viewer(holder.role, holder.team, holder.name))
            elif token := token_of(connection):
                viewer = await in_thread(_by_session, site, token)
                scope["viewer"] = _here(connection, viewer)
        await self.app(scope, receive, send)


def is_by_code(connection: HTTPConnection) -> bool:
    """Does the request have a code in its header?"""
    return connection.headers.get("authorization", "").lower().startswith(BEARER)


def is_secure(connection: HTTPConnection) -> bool:
    """Does the browser speak TLS with us, or with the proxy in front of us?"""
    return connection.scope["scheme"] == "https" or site_of(connection).url.startswith("https://")


def is_desk(connection: HTTPConnection) -> bool:
    """Does the request go to the organisers' desk?"""
    path: str = connection.scope["path"]
    return path == DESK or path.startswith(f"{DESK}/")


def _here(connection: HTTPConnection, viewer: Viewer) -> Viewer:
    """The viewer, who is an organiser at the desk only, and anybody else not at the desk."""
    return viewer if is_desk(connection) == (viewer.role == ORGANISER) else EVERYBODY


def cookie_name(connection: HTTPConnection) -> str:
    name = DESK_COOKIE if is_desk(connection) else COOKIE
    return f"{SECURE}{name}" if is_secure(connection) else name


def token_of(connection: HTTPConnection) -> str:
    """The token of the session; empty without one."""
    return connection.cookies.get(cookie_name(connection), "")


def address_of(connection: HTTPConnection) -> str:
    """The address of the client. Behind a proxy that is trusted, it is the one that it names."""
    return connection.client.host if connection.client else ""


def _by_session(site: Site, token: str) -> Viewer:
    session = session_of(site.store.database, token, site.now())
    return Viewer(session.role, session.team, session.name) if session else EVERYBODY
