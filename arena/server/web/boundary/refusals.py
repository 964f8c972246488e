"""Middleware: answers to requests that cannot be fulfilled.

The answer is a sentence: for the API as JSON, and otherwise as a page.
"""

import logging
from collections.abc import Mapping
from html import escape

from starlette.requests import ClientDisconnect, HTTPConnection
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from arena.server.facts import NotReady
from arena.server.web.core.refused import Refused
from arena.store.database import DatabaseAway
from arena.store.live.uploads import TooSlow

API = "/api/"
# It needs no database, no facts and no file.
PAGE = (
    "<!doctype html><html lang=en><meta charset=utf-8>"
    '<meta name=viewport content="width=device-width">'
    '<title>{status}</title><link rel=stylesheet href="/site.css">'
    '<main><h1>{status}</h1><p>{sentence}</p><p><a href="/">To the first page</a></p></main></html>'
)
GONE = 499  # the status in the log of a client that has left in the middle of its request
AWAY = 5  # seconds until a client should try again

log = logging.getLogger(__name__)


class Refusals:
    """Turns errors into answers. Nothing that a refusal says is secret."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun = False

        async def watched(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self.app(scope, receive, watched)
        except (Refused, DatabaseAway, NotReady, TooSlow, OSError) as error:
            if begun or scope["type"] != "http":
                raise
            await answer(HTTPConnection(scope), error)(scope, receive, send)
        except ClientDisconnect:
            if not begun:  # nobody reads this, but the log has it
                await refusal(HTTPConnection(scope), GONE, "The client has left.", {})(
                    scope, receive, send
                )
        except Exception:
            if not begun and scope["type"] == "http":
                sentence = "The server has made a mistake, which is in its log."
                await refusal(HTTPConnection(scope), 500, sentence, {})(scope, receive, send)
            raise  # it is logged


def answer(connection: HTTPConnection, error: Exception) -> Response:
    """The answer to a request that has ended with this error."""
    if isinstance(error, Refused):
        return refusal(connection, error.status, str(error), error.headers)
    if not isinstance(error, NotReady):
        log.error("%s", error)  # for the organiser: what it says is not for everybody
    sentence = "The site is not ready, or its disk or database does not answer. Try again soon."
    return refusal(connection, 503, sentence, {"Retry-After": str(AWAY)})


def refusal(
    connection: HTTPConnection, status: int, sentence: str, headers: Mapping[str, str]
) -> Response:
    named = {**headers, "Cache-Control": "no-store"}
    if connection.url.path.startswith(API):
        return JSONResponse({"error": sentence}, status, named)
    return HTMLResponse(PAGE.format(status=status, sentence=escape(sentence)), status, named)
