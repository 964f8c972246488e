"""Does what organisers ask for at the desk, and tells them how the event goes.

Actions for which nobody may play wait until the games under way are finished. A thread waits for
that, so that the others, such as a pause, are done at once.
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
from arena.competition.desk.actions import ACTIONS
from arena.competition.desk.carrying_out import carry_out_logged
from arena.server.cores import PEOPLE, keep_to_cores
from arena.server.desk_facts import write_desk_facts
from arena.server.engine.desk.board import DeskBoard
from arena.server.engine.live.kept import KeptCompetition
from arena.server.engine.show.revealing import follow_reveal
from arena.server.engine.steady import Pulse, work_steadily
from arena.server.options import Options
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
        self._waiting: Thread | None = None  # does actions for which nobody may play

    def do_actions(self, competition: Competition) -> None:
        """Do what organisers have asked for. What has to wait is done in a thread."""
        store = competition.store
        self._beat(store)
        quick, alone = list[LoggedAction](), list[LoggedAction]()
        for each in actions_that_wait(store.database):
            (alone if ACTIONS[each.request.what].alone else quick).append(each)
        for each in quick:
            carry_out_logged(self._folder, each)
            self._next_tell = 0.0
        if alone and (self._waiting is None or not self._waiting.is_alive()):
            self._waiting = Thread(target=self._wait_and_do, args=(store,), daemon=True)
            self._waiting.start()
            self._next_tell = 0.0
        follow_reveal(store, competition.out / PUBLIC, competition.now()[0])

    def tell(self, competition: Competition) -> None:
        """Write the facts for the desk, and an event if anything has changed that it shows."""
        if monotonic() < self._next_tell:
            return
        self._next_tell = monotonic() + TELL
        store, now = competition.store, datetime.now(UTC)
        facts = self._board.look(competition)
        write_desk_facts(store, facts)
        shown = (facts, _others(store, now))
        if shown != self._told:
            add_events(store.database, [NewEvent(now, KIND, "", (), {})])
            self._told = shown

    def wait(self) -> None:
        """Wait for the thread."""
        if self._waiting is not None:
            self._waiting.join()

    def _wait_and_do(self, store: Store) -> None:
        """Do the actions for which nobody may play, the first one first."""
        try:
            for each in actions_that_wait(store.database):
                if ACTIONS[each.request.what].alone:
                    carry_out_logged(self._folder, each)
                    self._next_tell = 0.0
        except ArenaError as error:  # the database is away: they are done later
            log.error("%s", error)

    def _beat(self, store: Store) -> None:
        if self._pulse is None or self._pulse[0] is not store:
            self._pulse = store, Pulse(store, DESK)
        self._pulse[1].beat("waits for organisers")


def _others(store: Store, now: datetime) -> Sequence[object]:
    """What the desk shows besides the facts."""
    database = store.database
    return (
        [(upload.id, upload.status) for upload in unfinished(database)],
        [(version.id, version.status) for version in store.versions()],
        [team.name for team in store.teams()],
        [(beat.service, beat.doing) for beat in heartbeats(database).values()],
        running_now(store, now).games,
        machines_now(store, now),
        [(each.id, each.status) for each in logged_actions(database, RECENT)],
    )
