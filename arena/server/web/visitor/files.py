"""The pages and files that the engine has written, for everybody who may see them."""

import mimetypes
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath

import anyio
from starlette.requests import Request
from starlette.responses import FileResponse, Response

from arena.server.facts import NotReady, SiteFacts
from arena.server.visible import GAME, REPLAY, SITE, TABLE, Thing
from arena.server.web.core.refused import Refused
from arena.server.web.core.site import facts_of, sees, site_of

INDEX = "index.html"
CARDS = ("replays", "records", "earlier")  # files and folders of a phase that have cards
PATIENCE = 15.0  # seconds for the first page, while the engine starts
TEXT = {".py": "text/plain", ".toml": "text/plain"}  # never run by a browser


async def file(request: Request) -> Response:
    """GET /PATH: a file of the live pages, or else of what is published."""
    path = request.path_params["path"]
    site, facts = site_of(request), await facts_of(request)
    inside = PurePosixPath(path or INDEX)
    if path.endswith("/"):
        inside /= INDEX
    hidden = any(part.startswith((".", "/")) for part in inside.parts)
    if hidden or "\\" in path or "\0" in path:
        raise _nothing()
    for folder in (site.live, site.public):
        found = folder / inside
        if await anyio.Path(found).is_file():
            if not sees(request, _thing(facts, inside, found)):
                raise _nothing()
            return _answer(found)
    raise _nothing()


async def home(request: Request) -> Response:
    """GET /: the first page. While the engine starts for the first time, the visitor waits."""
    with anyio.move_on_after(PATIENCE):
        while not await _is_ready(request):
            await anyio.sleep(0.05)
    request.path_params["path"] = ""
    return await file(request)


async def _is_ready(request: Request) -> bool:
    try:
        await facts_of(request)
    except NotReady:
        return False
    return await anyio.Path(site_of(request).public / INDEX).is_file()


def _thing(facts: SiteFacts, inside: PurePosixPath, found: Path) -> Thing:
    """The thing that is in this file: its first folder is the name of its phase."""
    phase = facts.phase(inside.parts[0]) if len(inside.parts) > 1 else None
    if phase is None:
        return Thing(SITE)
    kind = (
        REPLAY
        if inside.parts[1].startswith(CARDS)
        else GAME
        if "matches" in inside.parts
        else TABLE
    )
    return Thing(kind, phase, at=datetime.fromtimestamp(found.stat().st_mtime, UTC))


def _answer(path: Path) -> Response:
    kind = TEXT.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    if path.suffix in TEXT:
        return FileResponse(path, media_type=kind, filename=path.name)  # an attachment
    return FileResponse(path, media_type=kind, headers={"Cache-Control": "no-cache"})


def _nothing() -> Refused:
    return Refused(404, "There is no such page.")
