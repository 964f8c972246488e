"""The organiser's remote: steers the show, also from a phone. Several may steer together."""

from datetime import datetime
from math import isfinite, nan
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from arena.pages.site.show import REMOTE_TEXTS
from arena.server.show.cues import CueError, on_stage
from arena.server.show.state import SPEEDS, Command, ShowState, settled, unseen_matches
from arena.server.show.steering import NoShow, steer
from arena.server.show.stored import read_show
from arena.server.web.core.pages import NO_STORE, go_to, html, words_of
from arena.server.web.core.refused import Refused, not_found
from arena.server.web.core.site import facts_of, in_thread, site_of
from arena.server.web.desk.sign_in import require_organiser
from arena.server.web.show.stage import shown_state
from arena.server.web.show.waiting import wait_for_show
from arena.store.live.actions import DESK, Actor

PLACE = "/desk/show"
LONGEST = 100  # letters of a value in a form


async def page(request: Request) -> Response:
    """GET /desk/show."""
    require_organiser(request)
    facts = await facts_of(request)
    words = words_of(facts)
    show = await in_thread(read_show, site_of(request).store)
    return html(
        facts,
        "remote.html",
        words("site.show.remote.title"),
        script="remote.js",
        opened=show is not None,
        speeds=[f"{speed:g}" for speed in SPEEDS],
        texts={name: words(key) for name, key in REMOTE_TEXTS.items()},
    )


async def state(request: Request) -> Response:
    """GET /desk/show/state: all of the show. With `?after=TAG`, when it has changed."""
    require_organiser(request)
    return _answer(await wait_for_show(request), site_of(request).now())


async def obey(request: Request) -> Response:
    """POST /desk/show/do: obey a command."""
    who, site = require_organiser(request), site_of(request)
    form = await request.form(max_files=0)
    do, to, seen = (str(form.get(name, ""))[:LONGEST] for name in ("do", "to", "seen"))
    command = Command(do, to, seen, _number(str(form.get("value", "0"))))
    actor, now = Actor(who, DESK), site.now()
    try:
        after = await in_thread(steer, site.store, site.public, actor, command, now)
    except NoShow:
        raise not_found("show") from None
    except CueError as why:
        raise Refused(409, str(why)) from None
    if "json" in request.headers.get("accept", ""):
        return _answer(after, site.now())
    return go_to(request, PLACE)


def _answer(show: ShowState | None, now: datetime) -> Response:
    if show is None:
        return JSONResponse(shown_state(None, now), headers=NO_STORE)
    show = settled(show, now)
    scenes = {cue.id: cue.seconds for cue in on_stage(show.cues)}
    more: dict[str, Any] = {
        "revealed": show.revealed,
        "revealing": bool(show.revealing),
        "refused": show.refused,
        "cues": [
            {
                "id": cue.id,
                "kind": cue.kind,
                "label": cue.label,
                "seconds": scenes.get(cue.id, cue.seconds),
                "match": cue.match,
                "on": cue.id in scenes,
                "whole": cue.whole,
                "over": len(unseen_matches(show, cue)) if cue.id in scenes else 0,
            }
            for cue in show.cues
        ],
    }
    body = msgspec.json.encode(shown_state(show, now) | more)
    return Response(body, 200, NO_STORE, "application/json")


def _number(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = nan
    if not isfinite(number):
        raise Refused(400, "The value of a command is a number: load the page again.")
    return number
