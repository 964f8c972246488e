"""The pages and files that the engine has written, for everybody who may see them."""

from pathlib import PurePosixPath
from typing import NamedTuple

import anyio
from starlette.requests import Request
from starlette.responses import FileResponse, Response

from arena.competition.config.paths import SEAL
from arena.server.facts import NotReady, SiteFacts
from arena.server.visible import EVERYBODY, GAME, HOUSE, REPLAY, SITE, TABLE, Thing, visible
from arena.server.web.core.refused import not_found
from arena.server.web.core.site import facts_of, sees, site_of
from arena.server.web.visitor.kept_files import KeptFile, KeptFiles

INDEX = "index.html"
# What is in the files and folders of a phase, by the beginnings of their names. Otherwise: a table.
KINDS = {
    "replays": REPLAY,
    "records": REPLAY,
    "earlier": REPLAY,
    "live": REPLAY,
    "matches": GAME,
    "house": HOUSE,
    SEAL: SITE,
}
PATIENCE = 15.0  # seconds for the first page, while the engine starts
SOURCES = {".py": "text/plain", ".toml": "text/plain"}  # never run by a browser


class FoundFile(NamedTuple):
    file: KeptFile
    is_public: bool  # may everybody see it now?


async def file(request: Request) -> Response:
    """GET /PATH: a file of the live pages, or else of what is published."""
    to_send = await find(request, request.path_params["path"])
    if to_send is None:
        raise not_found()
    return answer_with(request, to_send)


async def home(request: Request) -> Response:
    """GET /: the first page. While the engine starts for the first time, the visitor waits."""
    with anyio.move_on_after(PATIENCE):
        while not await _is_ready(request):
            await anyio.sleep(0.05)
    request.path_params["path"] = ""
    return await file(request)


async def find(request: Request, path: str) -> FoundFile | None:
    """The file at this address, if there is one that the viewer may see."""
    inside = PurePosixPath(path or INDEX)
    if path.endswith("/"):
        inside /= INDEX
    is_odd = any(part.startswith((".", "/")) for part in inside.parts)
    if is_odd or "\\" in path or "\0" in path:
        return None
    site, facts = site_of(request), await facts_of(request)
    kept: KeptFiles = request.app.state.files
    phase = facts.phase(inside.parts[0])
    for folder in (site.public,) if phase and phase.published else (site.live, site.public):
        file = await kept.find(folder / inside)
        if file is not None:
            thing = _thing(facts, inside, file)
            is_public = visible(thing, EVERYBODY, site.now())
            return FoundFile(file, is_public) if sees(request, thing) else None
    return None


async def _is_ready(request: Request) -> bool:
    try:
        await facts_of(request)
    except NotReady:
        return False
    return await anyio.Path(site_of(request).public / INDEX).is_file()


def _thing(facts: SiteFacts, inside: PurePosixPath, file: KeptFile) -> Thing:
    """The thing that is in this file: its first folder is the name of its phase."""
    phase = facts.phase(inside.parts[0]) if len(inside.parts) > 1 else None
    if phase is None:
        return Thing(SITE)
    name = inside.parts[1]
    kind = next((kind for start, kind in KINDS.items() if name.startswith(start)), TABLE)
    return Thing(kind, phase, at=file.at)


def answer_with(request: Request, found: FoundFile) -> Response:
    """The file, or "not modified" if the browser has it. A page may be hidden later, so browsers
    ask each time."""
    file, control = found.file, "public, no-cache" if found.is_public else "no-store"
    headers = {"ETag": file.tag, "Cache-Control": control, "Vary": "Accept-Encoding"}
    if request.headers.get("if-none-match") == file.tag:
        return Response(status_code=304, headers=headers)
    source = SOURCES.get(file.path.suffix)
    if file.body is None or source:
        name = file.path.name if source else None  # with a name, it is an attachment
        return FileResponse(file.path, 200, headers, source or file.kind, filename=name)
    if file.packed and "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
        return Response(file.packed, 200, headers, file.kind)
    return Response(file.body, 200, headers, file.kind)
