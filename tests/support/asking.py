"""Asks the web application in this process, without a network."""

import asyncio
import json
from collections.abc import Mapping
from typing import Any, NamedTuple
from urllib.parse import unquote

from support import loops

PATIENCE = 0.05  # seconds in which a stream of events may begin


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def text(self) -> str:
        return self.body.decode()


def ask(app: Any, method: str, target: str, *given: Any, **named: Any) -> Answer:
    """The answer of the application to one request. See `answer_to`."""
    return loops.run(answer_to(app, method, target, *given, **named))


async def answer_to(
    app: Any,
    method: str,
    target: str,
    body: bytes = b"",
    headers: Mapping[str, str] | None = None,
    address: str = "192.0.2.7",
    scheme: str = "http",
) -> Answer:
    """The answer of the application to one request. The client leaves a stream of events early."""
    path, _, query = target.partition("?")
    given = {"host": "cup.example.org", "content-length": str(len(body)), **(headers or {})}
    scope = {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.4"},
        "http_version": "1.1",
        "method": method,
        "scheme": scheme,
        "path": unquote(path),
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": [(name.lower().encode(), value.encode()) for name, value in given.items()],
        "client": (address, 40000),
        "server": ("cup.example.org", 80),
        "state": {},
    }
    sent: list[dict[str, Any]] = []
    waiting = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive() -> dict[str, Any]:
        if not waiting and is_stream(sent):
            await asyncio.sleep(3600)
        return waiting.pop() if waiting else {"type": "http.disconnect"}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)
        if message["type"] == "http.response.start" and is_stream(sent):
            asyncio.get_running_loop().call_later(PATIENCE, task.cancel)

    task = asyncio.ensure_future(app(scope, receive, send))
    try:
        await task
    except asyncio.CancelledError:
        if not is_stream(sent):
            raise
    start = next(each for each in sent if each["type"] == "http.response.start")
    named = {name.decode(): value.decode() for name, value in start["headers"]}
    return Answer(start["status"], named, b"".join(each.get("body", b"") for each in sent[1:]))


def is_stream(sent: list[dict[str, Any]]) -> bool:
    """Is the answer a stream of events, which has no end?"""
    headers = dict(sent[0]["headers"]) if sent else {}
    return headers.get(b"content-type", b"").startswith(b"text/event-stream")
