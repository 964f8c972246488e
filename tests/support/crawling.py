"""Walks through every address of the web application that it can find, and reads the answers.

Addresses come from the table of routes, with every value that a parameter may have, and from the
links in the answers. A route whose parameter is unknown here is an error, so that no new route is
forgotten.
"""

import base64
import gzip
import io
import re
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple
from urllib.parse import quote, urljoin, urlsplit

from starlette.routing import Mount, Route
from support import loops
from support.asking import Answer, answer_to

LINK = re.compile(r"""(?:href|src|action)="([^"]*)"|"(/[^"\s<>]*)\"""")
PACKED = re.compile(r"\beJ[A-Za-z0-9+/]{80,}=*")  # compressed and written in base64
MOST_LINKS = 400  # addresses of one walk that come from links


class Seen(NamedTuple):
    target: str
    status: int
    texts: list[str]  # the answer, unpacked in every way


class Unknown(AssertionError):
    """A route has a parameter for which the crawler knows no values."""


def routes_of(app: Any) -> Iterator[Route]:
    """All routes of the application, also those in mounted parts."""

    def inside(routes: Sequence[Any]) -> Iterator[Route]:
        for route in routes:
            if isinstance(route, Mount):
                yield from inside(route.routes)
            else:
                yield route

    yield from inside(app.routes)


def addresses(app: Any, values: Mapping[str, Sequence[str]], method: str = "GET") -> list[str]:
    """Every address of the application for this method, with all values for its parameters."""
    found: dict[str, None] = {}
    for route in routes_of(app):
        if method not in (route.methods or ()):
            continue
        names = list(route.param_convertors)
        for name in names:
            if name not in values:
                raise Unknown(f"{route.path}: tell the crawler the values of {name!r}")
        for chosen in product(*[values[name] for name in names]):
            path = route.path
            for name, value in zip(names, chosen, strict=True):
                path = filled(path, name, value)
            found[path] = None
    return list(found)


def filled(path: str, name: str, value: str) -> str:
    """The path with this value in place of the parameter. Ways out of a folder stay as they are."""
    before, _, rest = path.partition("{" + name)
    written = quote(value, safe="/.%\\" if name == "path" else "")
    return before + written + rest.partition("}")[2]


def walk(app: Any, starts: Sequence[str], headers: Mapping[str, str]) -> list[Seen]:
    """The answers to these addresses, and to all that their links lead to."""
    return loops.run(_walk(app, starts, headers))


async def _walk(app: Any, starts: Sequence[str], headers: Mapping[str, str]) -> list[Seen]:
    waiting, seen, answers, followed = list(starts), set(starts), list[Seen](), 0
    while waiting:
        target = waiting.pop()
        answer = await answer_to(app, "GET", target, headers=headers)
        texts = list(_texts(answer))
        answers.append(Seen(target, answer.status, texts))
        for link in _links(target, answer):
            if link not in seen and followed < MOST_LINKS:
                followed += 1
                seen.add(link)
                waiting.append(link)
    return answers


def _links(target: str, answer: Answer) -> Iterator[str]:
    if "location" in answer.headers:
        yield from _inside(target, answer.headers["location"])
    kind = answer.headers.get("content-type", "")
    if kind.startswith(("text/html", "application/json")):
        for href, quoted in LINK.findall(answer.body.decode("utf-8", "replace")):
            yield from _inside(target, (href or quoted).replace("&amp;", "&"))


def _inside(target: str, link: str) -> Iterator[str]:
    parts = urlsplit(urljoin(target, link))
    if not parts.scheme and not parts.netloc and parts.path.startswith("/"):
        yield parts.path + (f"?{parts.query}" if parts.query else "")


def _texts(answer: Answer) -> Iterator[str]:
    """Everything that a reader could read in the answer, also with tools."""
    yield repr(answer.headers)
    yield from _unpacked(answer.body)


def _unpacked(data: bytes) -> Iterator[str]:
    if data.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for name in archive.namelist():
                yield name
                yield from _unpacked(archive.read(name))
        return
    if data.startswith(b"\x1f\x8b"):
        data = gzip.decompress(data)
    text = data.decode("utf-8", "replace")
    yield text
    for packed in PACKED.findall(text):
        yield zlib.decompress(base64.b64decode(packed)).decode()
