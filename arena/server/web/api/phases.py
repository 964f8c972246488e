"""The data of a phase: the files that the engine writes beside its pages, and its records."""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from arena.competition.results.redaction import for_everybody
from arena.pages.site.data.listings import matches_file, records_file
from arena.replay.files import to_line
from arena.server.visible import REPLAY, Thing
from arena.server.web.api.answers import NO_STORE
from arena.server.web.api.shapes import MatchGames
from arena.server.web.core.refused import not_found
from arena.server.web.core.site import Site, facts_of, in_thread, sees, site_of
from arena.server.web.visitor.files import answer_with, find

LINES = "application/jsonl"
AT_A_TIME = 200  # records that are sent together

Handler = Callable[[Request], Awaitable[Response]]


def file(name: str) -> Handler:
    """A handler that answers with this file of the phase in the address."""

    async def handler(request: Request) -> Response:
        return await _file(request, name)

    return handler


async def games(request: Request) -> Response:
    """The matches of a page, with their games."""
    return await _file(request, matches_file(request.path_params["page"]))


async def records(request: Request) -> Response:
    """The records of these games. While the phase is played, the engine has written them."""
    facts, page = await facts_of(request), request.path_params["page"]
    phase = facts.phase(request.path_params["phase"])
    if phase is None or not phase.published:
        return await _file(request, records_file(page))
    listed = await find(request, f"{phase.name}/{matches_file(page)}")
    if listed is None or not sees(request, Thing(REPLAY, phase)):
        raise not_found()
    text = await in_thread(listed.file.path.read_bytes)
    matches = msgspec.json.decode(text, type=list[MatchGames])
    ids = [game.id for match in matches for game in match.games]
    site, name = site_of(request), phase.name

    async def pieces() -> AsyncIterator[bytes]:
        for first in range(0, len(ids), AT_A_TIME):
            yield await in_thread(_lines, site, name, ids[first : first + AT_A_TIME])

    return StreamingResponse(pieces(), 200, NO_STORE, LINES)


def _lines(site: Site, phase: str, ids: Sequence[str]) -> bytes:
    return b"".join(to_line(for_everybody(each)) for each in site.store.all_records(phase, ids))


async def _file(request: Request, name: str) -> Response:
    file = await find(request, f"{request.path_params['phase']}/{name}")
    if file is None:
        raise not_found()
    return answer_with(request, file)
