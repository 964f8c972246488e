"""Does what organisers ask for at the desk, and tells them how the event goes.

Actions for which nobody may play wait until the games under way are finished. A thread waits for
that, and another one prepares shows, so that the others, such as a pause, are done at once.
"""

import logging
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from threading import Thread
from time import monotonic

from arena.common.errors import ArenaError
from arena.common.processes import end_with
from arena.competition.config.folder import Competition
from arena.competition.config.paths import PUBLIC
from arena.competition.desk.carrying_out import carry_out_logged
from arena.server.cores import PEOPLE, keep_to_cores
from arena.server.desk_facts import write_desk_facts
from arena.server.engine.desk.actions import DESK_ACTIONS
from arena.server.engine.desk.board import DeskBoard
from arena.server.engine.live.kept import KeptCompetition
from arena.server.engine.show.revealing import follow_reveal
from arena.server.engine.steady import Pulse, work_steadily
from arena.server.options import Options
from arena.server.show.state import settled
from arena.server.show.stored import read_show
from arena.server.visible import DESK as KIND
from arena.store.live.actions import LoggedAction, actions_that_wait, logged_actions
from arena.store.live.events import NewEvent, add_events
from arena.store.live.heartbeats import DESK, heartbeats
from arena.store.live.running import machines_now, running_now
from arena.store.live.uploads import unfinished
from arena.store.store import Store

LOOK = 0.25  # seconds between two looks
TELL = 1.0  # seconds between two looks at what the desk shows, if nobody does anything
RECENT = 50  # actions that the desk shows
QUICK, ALONE, SLOW = "quick", "alone", "slow"  # kinds of actions

log = logging.getLogger(__name__)


def serve_desk(options: Options) -> None:
    end_with(options.parent)
    keep_to_cores(PEOPLE)
    lane = DeskLane(options.place)
    with KeptCompetition(options.place) as kept:

        def look() -> None:
            competition = kept.open()
            lane.do_actions(competition)
            lane.tell(competition)

        work_steadily(look, LOOK)


class DeskLane:
    """The work of the lane. `do_actions` and `tell` are called again and again."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._board = DeskBoard()
        self._pulse: tuple[Store, Pulse] | None = None
        self._next_tell = 0.0
        self._told: object = None  # what the desk shows
        self._threads: dict[str, Thread] = {}  # for actions that wait or take long, by their kind

    def do_actions(self, competition: Competition) -> None:
        """Do what organisers have asked for. What has to wait is done in a thread."""
        store = competition.store
        self._beat(store)
        kinds = {_kind(each) for each in actions_that_wait(store.database)}
        for kind in kinds:
            if kind == QUICK:
                self._do_all(store, QUICK)
            elif kind not in self._threads or not self._threads[kind].is_alive():
                thread = Thread(target=self._do_all, args=(store, kind), daemon=True)
                self._threads[kind] = thread
                thread.start()
        follow_reveal(store, competition.out / PUBLIC, competition.now(coarse=True)[0])

    def tell(self, competition: Competition) -> None:
        """Write the facts for the desk, and an event if anything has changed that it shows."""
        if monotonic() < self._next_tell:
            return
        self._next_tell = monotonic() + TELL
        store, (now, _) = competition.store, competition.now(coarse=True)
        facts = self._board.look(competition)
        write_desk_facts(store, facts)
        shown = (facts, _others(store, now))
        if shown != self._told:
            add_events(store.database, [NewEvent(now, KIND, "", (), {})])
            self._told = shown

    def wait(self) -> None:
        """Wait for the threads."""
        for thread in self._threads.values():
            thread.join()

    def _do_all(self, store: Store, kind: str) -> None:
        """Do the actions of this kind, the first one first."""
        try:
            for each in actions_that_wait(store.database):
                if _kind(each) == kind:
                    carry_out_logged(self._folder, each, DESK_ACTIONS)
                    self._next_tell = 0.0
        except ArenaError as error:
            if kind == QUICK:
                raise
            log.error("%s", error)  # the database is away: they are done later

    def _beat(self, store: Store) -> None:
        if self._pulse is None or self._pulse[0] is not store:
            self._pulse = store, Pulse(store, DESK)
        self._pulse[1].beat("waits for organisers")


def _kind(logged: LoggedAction) -> str:
    """How the action is done: at once, or in a thread."""
    action = DESK_ACTIONS[logged.request.what]
    return ALONE if action.alone else SLOW if action.takes_long else QUICK


def _show(store: Store, now: datetime) -> object:
    """The scene on stage. It may follow by itself."""
    show = read_show(store)
    return show and (show.edition, show.revision, settled(show, now).cue)


def _others(store: Store, now: datetime) -> Sequence[object]:
    """What the desk shows besides the facts."""
    database = store.database
    return (
        [(upload.id, upload.status) for upload in unfinished(database)],
        [(version.id, version.status) for version in store.versions()],
        [team.name for team in store.teams()],
        [(beat.service, beat.doing) for beat in heartbeats(database).values()],
        running_now(store, datetime.now(UTC)).games,
        machines_now(store, datetime.now(UTC)),
        [(each.id, each.status) for each in logged_actions(database, RECENT)],
        _show(store, now),
    )
