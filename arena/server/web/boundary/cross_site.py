"""Middleware: refuses requests that change something and come from a page of another site.

Browsers say so in `Sec-Fetch-Site`, or where they do not (plain HTTP in a class room), in `Origin`.
A request with a code in its header needs neither: no other site can make a browser send one.
"""

from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from arena.server.web.boundary.refusals import API
from arena.server.web.boundary.viewers import is_by_code, token_of
from arena.server.web.core.refused import Refused
from arena.server.web.core.site import site_of

READING = ("GET", "HEAD", "OPTIONS")


class CrossSite:
    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["method"] not in READING:
            connection = HTTPConnection(scope)
            if not _is_no_browser(connection) and not _is_from_here(connection):
                raise Refused(
                    403,
                    "This request does not come from a page of this site. Open the page again, and "
                    "send the form from there.",
                )
        await self.app(scope, receive, send)


def _is_no_browser(connection: HTTPConnection) -> bool:
    """Has the request nothing that a browser adds by itself for a person who has signed in?"""
    is_api = connection.scope["path"].startswith(API)
    return is_by_code(connection) or (is_api and not token_of(connection))


def _is_from_here(connection: HTTPConnection) -> bool:
    fetched_from = connection.headers.get("sec-fetch-site")
    if fetched_from is not None:
        return fetched_from == "same-origin"
    origin = connection.headers.get("origin", "")
    here = f"{connection.scope['scheme']}://{connection.headers.get('host', '')}"
    url = urlsplit(site_of(connection).url)
    return bool(origin) and origin in (here, f"{url.scheme}://{url.netloc}")
