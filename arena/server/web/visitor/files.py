"""The pages and files that the engine has written, for everybody who may see them."""

import re
from datetime import datetime
from pathlib import PurePosixPath
from typing import NamedTuple

import anyio
import msgspec
from starlette.requests import Request
from starlette.responses import FileResponse, Response

from arena.competition.config.paths import SEAL
from arena.server.facts import NEWEST, NotReady, PhaseFacts, SiteFacts
from arena.server.visible import EVERYBODY, GAME, HOUSE, REPLAY, SITE, TABLE, Thing, visible
from arena.server.web.core.refused import not_found
from arena.server.web.core.site import facts_of, in_thread, sees, site_of
from arena.server.web.visitor.kept_files import KeptFile, KeptFiles

INDEX = "index.html"
UNKNOWN = "unknown"  # a kind for which `visible` has no row: nobody sees it, not even organisers
# What the files are, by their names. Every other name is unknown.
OF_SITE = re.compile(
    r"index\.html|(competition|decisions)\.json|SHA256SUMS|logo\.(png|jpg|jpeg|svg|webp)"
    r"|(site|viewer)\.css|(board|featured|follow|home|live|stream|viewer)\.js"
)
OF_PHASE = tuple(
    (re.compile(names), kind)
    for names, kind in (
        (re.escape(SEAL), SITE),
        (r"(index|head-to-head|bracket|spoiler-free|code)\.html", TABLE),
        (r"(standings|head-to-head)\.(csv|json)", TABLE),
        (r"(bracket|lots|phase|summary|teams)\.json", TABLE),
        (r"(teams|certificates)/(?P<team>[^/]+)\.html", TABLE),
        (r"code/(?P<team>[^/]+)\.(py|zip)|code/ATTRIBUTION\.txt", TABLE),
        (r"matches\.(html|json)|matches/[0-9]+\.(html|json)", GAME),
        (r"replays\.html|replays/[0-9]+\.js|live\.(html|json)", REPLAY),
        (r"(records|earlier)\.jsonl\.gz|records/[0-9]+\.jsonl", REPLAY),
        (r"house/House [0-9]+\.(py|zip)|house/names\.json", HOUSE),
    )
)
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
    facts = await facts_of(request)
    found, phase = await _find(request, inside, facts), facts.phase(inside.parts[0])
    if found is None and phase is not None and not phase.published:
        # Meanwhile the phase may have been published, and its live pages been removed.
        newest = await in_thread(site_of(request).newest_facts)
        found = await _find(request, inside, newest) if newest != facts else None
    return found


async def _find(request: Request, inside: PurePosixPath, facts: SiteFacts) -> FoundFile | None:
    site, (name, _, rest) = site_of(request), inside.as_posix().partition("/")
    phase = facts.phase(name) if rest else None
    if phase is None:
        thing = Thing(SITE if OF_SITE.fullmatch(inside.as_posix()) else UNKNOWN)
        folders = [site.live, site.public]
    elif phase.published or rest == SEAL:
        thing, folders = Thing(_kind_in(phase, rest), phase), [site.public]
    else:
        newest = await newest_game(request, phase)
        thing, folders = Thing(_kind_in(phase, rest), phase, at=newest), [site.live]
    if not sees(request, thing):
        return None
    kept: KeptFiles = request.app.state.files
    for folder in folders:
        file = await kept.find(folder / inside)
        if file is not None:
            return FoundFile(file, visible(thing, EVERYBODY, site.now()))
    return None


def _kind_in(phase: PhaseFacts, name: str) -> str:
    """What a file with this name in the folder of the phase is."""
    for names, kind in OF_PHASE:
        if found := names.fullmatch(name):
            team = found.groupdict().get("team")
            is_unknown = team is not None and phase.published and team not in phase.teams
            return UNKNOWN if is_unknown else kind
    return UNKNOWN


async def newest_game(request: Request, phase: PhaseFacts) -> datetime | None:
    """The time of the newest game on the live pages of this phase; None if there are no pages."""
    kept: KeptFiles = request.app.state.files
    file = await kept.find(site_of(request).live / phase.name / NEWEST)
    return msgspec.json.decode(file.body, type=datetime) if file and file.body else None


async def _is_ready(request: Request) -> bool:
    try:
        await facts_of(request)
    except NotReady:
        return False
    return await anyio.Path(site_of(request).public / INDEX).is_file()


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
