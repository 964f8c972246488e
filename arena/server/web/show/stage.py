"""The projector page: it shows the scene that is on stage, and gets nothing of what comes later.

The page itself is for everybody, because it has no secret: it loads the scenes with the token in
its address. Every scene passes through `visible`.
"""

import gzip
from datetime import datetime
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from arena.competition.config.paths import OUT
from arena.pages.site.data.scene import display_name
from arena.pages.site.show import show_page
from arena.server.facts import SiteFacts
from arena.server.show.cues import COUNTER, Cue, counted_games, score_before
from arena.server.show.files import LIVE_GAME, LIVE_TABLES, scene_file, stage_folder
from arena.server.show.state import ShowState, loadable, moment, settled
from arena.server.show.stored import read_show
from arena.server.show.token import opens_show
from arena.server.visible import EVERYBODY, PROJECTOR, REPLAY, STAGE, TABLE, Thing, Viewer, visible
from arena.server.web.core.pages import NO_STORE, words_of
from arena.server.web.core.refused import not_found
from arena.server.web.core.site import Site, facts_of, in_thread, site_of
from arena.server.web.show.waiting import tag_of, wait_for_show
from arena.server.web.visitor.files import newest_game
from arena.server.web.visitor.kept_files import KeptFiles

JSON = "application/json"
LEVEL = 5  # of compression


async def page(request: Request) -> Response:
    """GET /show: the empty page. Its script loads the scenes."""
    facts = await facts_of(request)
    text = show_page(words_of(facts), display_name(facts.name))
    return HTMLResponse(text, headers={"Cache-Control": "no-cache"})


async def state(request: Request) -> Response:
    """GET /show/state: where the show is. With `?after=TAG`, the answer comes when that changes."""
    site, facts, viewer = site_of(request), await facts_of(request), await _viewer(request)
    now = site.now()
    if not visible(Thing(STAGE, at=now), viewer, now):
        raise not_found()  # at once: nobody else may keep the server busy
    show, now = await wait_for_show(request), site.now()
    if show is not None:
        show = settled(show, now)
    if not _sees_show(facts, viewer, show, now):
        raise not_found()
    return _json(request, shown_state(show, now))


async def live(request: Request) -> Response:
    """GET /show/live: the game on show and the tables of a phase that is being played.

    With `?after=`, the game is left out if it began then: the page has it.
    """
    site, facts, viewer = site_of(request), await facts_of(request), await _viewer(request)
    show, now = await in_thread(read_show, site.store), site.now()
    phase = facts.phase(show.phase) if show is not None and show.is_live else None
    if show is None or phase is None:
        raise not_found()
    if not visible(Thing(STAGE, phase, at=show.since), viewer, now):
        raise not_found()
    files: KeptFiles = request.app.state.files
    newest = await newest_game(request, phase)
    answer: dict[str, Any] = {"game": None, "table": None, "bracket": None}
    tables = await files.find(site.live / phase.name / LIVE_TABLES)
    if tables and tables.body and visible(Thing(TABLE, phase, at=newest), viewer, now):
        answer |= msgspec.json.decode(tables.body)
    game = await files.find(site.live / phase.name / LIVE_GAME)
    if game and game.body and visible(Thing(REPLAY, phase, at=newest), viewer, now):
        starts = msgspec.json.decode(game.body, type=_Starts).starts
        is_known = request.query_params.get("after") == str(starts)
        answer["game"] = {"starts": starts} if is_known else msgspec.Raw(game.body)
    return _json(request, answer)


class _Starts(msgspec.Struct):
    starts: int


async def scene(request: Request) -> Response:
    """GET /show/scenes/ID: what a scene shows, if it is on stage or is just about to be."""
    site, facts = site_of(request), await facts_of(request)
    viewer, show = await _viewer(request), await in_thread(read_show, site.store)
    now = site.now()
    if show is None:
        raise not_found()
    show = settled(show, now)
    for cue, since in loadable(show, now):
        thing = Thing(STAGE, facts.phase(show.phase), at=since)
        if cue.id == request.path_params["id"] and visible(thing, viewer, now):
            try:
                return _json(request, await in_thread(_shown, site, show, cue))
            except FileNotFoundError:  # another show was opened meanwhile: the page asks for it
                break
    raise not_found()


def shown_state(show: ShowState | None, now: datetime) -> dict[str, Any]:
    """The state as the projector may know it: nothing about what comes after the scene."""
    answer: dict[str, Any] = {"tag": tag_of(show), "now": _milliseconds(now), "scene": None}
    if show is None:
        return answer
    here = moment(show, now)
    ready = [cue for cue, since in loadable(show, now)[1:] if since <= now]
    return answer | {
        "scene": _timing(here.cue) | {"at": show.at, "since": _milliseconds(show.since)},
        "next": _timing(ready[0]) if ready else None,
        "playing": show.playing,
        "speed": show.speed,
        "comments": show.comments,
        "rehearsal": show.rehearsal,
    }


def _timing(cue: Cue) -> dict[str, Any]:
    return {"id": cue.id, "kind": cue.kind, "seconds": cue.seconds}


def _shown(site: Site, show: ShowState, cue: Cue) -> dict[str, Any]:
    """The file of the scene, and what depends on the running order."""
    folder = stage_folder(site.folder / OUT, show.phase, show.edition)
    file = b"{}" if show.is_live else scene_file(folder, cue.id).read_bytes()
    shown: dict[str, Any] = {
        "id": cue.id,
        "kind": cue.kind,
        "seconds": cue.seconds,
        "shown": msgspec.Raw(file),
        "before": score_before(show.cues, cue.id),
    }
    return shown | {"counted": counted_games(show.cues, cue.id)} if cue.kind == COUNTER else shown


async def _viewer(request: Request) -> Viewer:
    """The projector, if the request has its token. Nobody else is known here."""
    header = request.headers.get("authorization", "")
    if not header:
        return EVERYBODY
    is_projector = await in_thread(opens_show, site_of(request).store, header)
    return Viewer(PROJECTOR) if is_projector else EVERYBODY


def _sees_show(facts: SiteFacts, viewer: Viewer, show: ShowState | None, now: datetime) -> bool:
    phase = None if show is None else facts.phase(show.phase)
    since = now if show is None else loadable(show, now)[0][1]
    return visible(Thing(STAGE, phase, at=since), viewer, now)


def _json(request: Request, answer: dict[str, Any]) -> Response:
    body, headers = msgspec.json.encode(answer), dict(NO_STORE)
    if "gzip" in request.headers.get("accept-encoding", ""):
        body, headers["Content-Encoding"] = gzip.compress(body, LEVEL, mtime=0), "gzip"
    return Response(body, 200, headers, JSON)


def _milliseconds(at: datetime) -> int:
    return round(1000 * at.timestamp())
