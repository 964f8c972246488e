"""Plays the games that are due, as `arena run` does.

It holds the lock only while it plays, and gives way to every command that wants it.
"""

import logging
from contextlib import closing, suppress
from datetime import UTC, datetime
from time import monotonic

from arena.common.errors import ArenaError
from arena.common.processes import end_with
from arena.competition.config.folder import is_wanted, open_competition
from arena.competition.play.phase_state import PhaseState
from arena.competition.play.playing import PhaseRound, Playing, enter_written_games
from arena.server.cores import PLAYS, keep_to_cores
from arena.server.engine.play.cluster import ClusterConnection
from arena.server.engine.play.news import all_news, entry_news, file_news, time_news
from arena.server.engine.play.ready import next_phase
from arena.server.engine.steady import Pulse, work_steadily
from arena.server.options import Options
from arena.store.live.heartbeats import PLAY
from arena.store.live.running import note_machines
from arena.store.store import Store
from arena.workers.cluster.addresses import NoScheduler
from arena.workers.cores import Cores
from arena.workers.portable import OpenEngine
from arena.workers.starting import worker_count

LOOK = 1.0  # seconds between two looks
MACHINES = 5.0  # seconds between two looks at the machines of a cluster
IDLE = "waits for games"

log = logging.getLogger(__name__)


def serve_play(options: Options) -> None:
    end_with(options.parent)
    keep_to_cores(PLAYS)
    if not options.on:
        work_steadily(PlayLane(options, worker_count(options.workers), Cores).look, LOOK)
        return
    with ClusterConnection(options.on, options.keys) as cluster:
        with suppress(NoScheduler):  # it may come later; the lane says so
            cluster.connect()
        work_steadily(PlayLane(options, 0, cluster.open_engine, cluster).look, LOOK)


class PlayLane:
    """The work of the lane. Each call of `look` plays until nothing is due or something changes."""

    def __init__(
        self,
        options: Options,
        workers: int,
        open_engine: OpenEngine,
        cluster: ClusterConnection | None = None,
    ) -> None:
        self._options = options
        self._workers = workers
        self._open_engine = open_engine
        self._cluster = cluster
        self._asked_at = -MACHINES
        self._known = ""  # the news at the last look, when nothing was due

    def look(self) -> None:
        folder = self._options.place
        with open_competition(folder) as competition:
            pulse = Pulse(competition.store, PLAY)
            self._connect(competition.store, pulse)
            pulse.beat(IDLE)
            self._note_machines(competition.store)
            now = competition.now(coarse=True)[0]
            news = file_news(folder) + all_news(competition.settings, competition.store, now)
            if news == self._known:
                return
            if next_phase(competition) is None:
                self._known = news
                return
        if is_wanted(folder):
            return
        with open_competition(folder, alone=True, yields=True) as competition:
            for sentence in enter_written_games(competition):
                log.warning("%s", sentence)
            state = next_phase(competition)
            if state is not None:
                self._play(state)

    def _play(self, state: PhaseState) -> None:
        """Play the phase until it is over, or until its entrants may have changed."""
        store, folder = state.competition.store, state.competition.path
        pulse = Pulse(store, PLAY)
        began_with = self._all_but_games(state)
        workers = self._cluster.cores if self._cluster is not None else self._workers
        run = Playing(state, workers, self._options.trusted, self._open_engine)
        doing = f"plays {state.phase.name}"
        with closing(run.games()) as events:  # also if the database is away: then nobody plays
            for event in events:
                if isinstance(event, PhaseRound):
                    doing = f"plays {state.phase.name}, {event.name}"
                pulse.beat(doing)
                self._note_machines(store)
                if is_wanted(folder) or self._all_but_games(state) != began_with:
                    run.stop()

    def _connect(self, store: Store, pulse: Pulse) -> None:
        """Connect to the cluster. If this is not possible, the organisers see why."""
        if self._cluster is not None:
            try:
                self._cluster.connect()
            except ArenaError as error:
                pulse.beat(f"cannot play. {error}")
                note_machines(store, datetime.now(UTC), [])
                raise

    def _note_machines(self, store: Store) -> None:
        """Note the machines of the cluster for the organisers, from time to time."""
        if self._cluster is not None and monotonic() - self._asked_at > MACHINES:
            self._asked_at = monotonic()
            note_machines(store, datetime.now(UTC), self._cluster.machines())

    def _all_but_games(self, state: PhaseState) -> str:
        """Changes when the entrants, or the phase that is played first, may have changed."""
        competition = state.competition
        times = time_news(competition.settings, competition.now(coarse=True)[0])
        return file_news(competition.path) + entry_news(competition.store) + times
