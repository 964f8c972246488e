"""Middleware: the headers that every answer has, which tell browsers what they must not do."""

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from arena.server.visible import EVERYBODY, PUBLIC
from arena.server.web.boundary.viewers import is_secure

# Only files of this site, no script inside a page. A page that has a script of its own, such as a
# replay that stands alone, answers with a policy that names it by its hash.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'"
)
NO_FRAMES = "; frame-ancestors 'none'"
ALWAYS = {
    "content-security-policy": POLICY + NO_FRAMES,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",  # with less, browsers do not say from where a form comes
    "cross-origin-resource-policy": "same-origin",
}
OVER_TLS = {"cross-origin-opener-policy": "same-origin"}  # otherwise browsers complain about it
SHARED = "public"  # in Cache-Control: the same file for everybody


class Headers:
    """Adds `ALWAYS`. Nothing that a signed-in viewer gets is stored by a browser or a proxy."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        added = ALWAYS
        if scope["type"] == "http" and is_secure(HTTPConnection(scope)):
            added = ALWAYS | OVER_TLS

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in added.items():
                    headers.setdefault(name, value)
                is_known = scope.get("viewer", EVERYBODY).role != PUBLIC
                if is_known and SHARED not in headers.get("cache-control", ""):
                    headers["cache-control"] = "no-store"
            await send(message)

        await self.app(scope, receive, with_headers)
