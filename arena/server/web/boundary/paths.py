"""Middleware: refuses addresses that no page has, before anything looks at them.

A very long number is no number for Python, a very long name is an error of the file system, and
PostgreSQL stores no text with a zero byte.
"""

from starlette.types import ASGIApp, Receive, Scope, Send

from arena.server.web.core.refused import not_found

LONGEST = 1000  # characters


class Paths:
    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and (len(scope["path"]) > LONGEST or "\0" in scope["path"]):
            raise not_found()
        await self.app(scope, receive, send)
