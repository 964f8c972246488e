"""Middleware: answers only under the names that this server has.

A page elsewhere can let a name of its own point to this address (DNS rebinding). Then a browser
takes its scripts for ours. So a request must name the address of --url, this machine, or an IP
address, which nobody else can own.
"""

import socket
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from arena.guest.protocol.safe_text import plain
from arena.server.web.core.refused import Refused
from arena.server.web.core.site import site_of

LOCAL = "localhost"


class Hosts:
    """Refuses requests for other names."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        machine = socket.gethostname().lower()
        self._names = {LOCAL, machine, f"{machine}.local"}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            connection = HTTPConnection(scope)
            url = urlsplit(site_of(connection).url)
            name = host_name(connection.headers.get("host", ""))
            if not (name in self._names or name == url.hostname or _is_address(name)):
                raise Refused(
                    421,
                    f"This server is not known as {plain(name)!r:.80}. The organiser can tell it "
                    f"its address: arena serve --url http://...",
                )
        await self.app(scope, receive, send)


def host_name(host: str) -> str:
    """The name in a header Host, without its port."""
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
