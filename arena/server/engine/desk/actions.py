"""What organisers can ask the engine for: all actions of the competition, and to open a show."""

import os
import threading
from collections.abc import Mapping, Sequence

from arena.common.errors import ArenaError
from arena.competition.config.folder import Competition
from arena.competition.desk.actions import ACTIONS, DeskAction
from arena.pages.words import Words
from arena.server.engine.show.staging import open_live_show, open_show
from arena.server.show.stored import read_show
from arena.server.show.token import end_address
from arena.show.making import Show
from arena.show.plan import total_seconds
from arena.show.scenes import steps_of
from arena.store.live.actions import ActionRequest

WORKERS = 2  # that prepare games, beside web
LATER = 10  # added to their priority: web comes first
PROJECTOR = "For the projector, make an address on the desk"


def _open_show(competition: Competition, request: ActionRequest, words: Words) -> Sequence[str]:
    """Open the show of a phase that is sealed or published, or show a phase while it is played."""
    phase = competition.settings.phase(request.phase).name if request.phase else ""
    if not phase:
        raise ArenaError("Say of which phase")
    before = read_show(competition.store)
    is_live = not competition.is_published(phase)
    is_same = before is not None and (before.phase, before.is_live) == (phase, is_live)
    if is_live:
        if request.rehearse:
            raise ArenaError("A phase that is being played cannot be rehearsed: leave it out")
        open_live_show(competition, phase)
        said = f"{phase} is shown while it is played"
    else:
        said = _prepare(competition, phase, request)
    if is_same:
        return [said, "The projector keeps its address"]
    end_address(competition.store)  # only the desk makes one: it must not be in the log
    return [said, PROJECTOR]


def _prepare(competition: Competition, phase: str, request: ActionRequest) -> str:
    """Prepare what is missing, and open the show; returns a sentence about it."""
    show = Show(competition, phase)

    def prepare(games: Sequence[str]) -> None:
        show.prepare(show.missing(games), WORKERS, lambda _: None)

    _come_later()
    script = show.script_for(prepare, request.minutes or None)
    steps = steps_of(script, show.results)
    prepare(show.games_of(steps))
    show.write(steps, script.minutes, script.cards, script.comments)
    open_show(competition, phase, again=request.again, rehearse=request.rehearse)
    minutes = max(1, round(total_seconds(steps) / 60))
    kind = "rehearsal" if request.rehearse else "show"
    return f"The {kind} of {phase} is open: {len(steps)} scenes, about {minutes} min"


def _come_later() -> None:
    """Let this thread, and the workers that it starts, give way to the other threads."""
    if hasattr(os, "setpriority"):
        thread = threading.get_native_id()
        most = max(os.getpriority(os.PRIO_PROCESS, thread), LATER)
        os.setpriority(os.PRIO_PROCESS, thread, most)


DESK_ACTIONS: Mapping[str, DeskAction] = {
    **ACTIONS,
    "open-show": DeskAction(_open_show, alone=False, takes_long=True),
}
