"""Plays the missing games of a phase, writes the records, and enters the games into the database.

A game counts as soon as its record is written. It is entered into the database a little later. So a
run can be interrupted or killed, or the disk can be full, at any moment. The next run enters the
games that were written, and plays the others.
"""

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from time import monotonic

from msgspec import structs

from arena.common.errors import ArenaError
from arena.competition.config.folder import Competition
from arena.competition.entries.decisions import STOP, held_by
from arena.competition.play.beginning import begin
from arena.competition.play.holding import check_not_held
from arena.competition.play.house_check import check_house, check_result
from arena.competition.play.ladder_events import note_ladder
from arena.competition.play.phase_state import PhaseState
from arena.competition.play.progress import Progress, outcome
from arena.competition.play.ranking import record_lots
from arena.match.play import Terms
from arena.match.run import Run
from arena.replay.record_writer import RecordWriter
from arena.sandbox.levels import levels_for
from arena.store.catch_up import catch_up
from arena.store.files import new_writer
from arena.store.index import StoredGame
from arena.store.live.running import Running, RunningGame, note_running
from arena.workers.cores import Cores
from arena.workers.engine import Engine, WorkersDied
from arena.workers.games import GameTask, Pace, PlayedGame, PlayGames, game_blocks
from arena.workers.portable import OpenEngine

ENTERED = 1.0  # seconds after which new games are entered


@dataclass(frozen=True)
class PhaseRound:
    """Games that can be played now."""

    name: str
    games: int  # of the phase so far
    missing: int


class Playing:
    """One run of a phase. Iterate over `games`; `stop` ends it early."""

    def __init__(
        self,
        state: PhaseState,
        workers: int,
        trusted: bool = False,
        open_engine: OpenEngine | None = None,  # None: processes of this machine
    ) -> None:
        self.state = state
        self.run = run_of(state, trusted)
        self.stopped = False
        self.broken_off = False  # are games under way not finished?
        self._workers = workers
        self._trusted = trusted
        self._engine: Engine[GameTask, PlayedGame] = (open_engine or Cores)(
            PlayGames(self.run, state.phase.name), workers
        )
        self._writer: RecordWriter | None = None
        self._entered = monotonic()
        self._new: list[StoredGame] = []  # written, but not entered
        self._pace = Pace()

    def stop(self) -> None:
        """Begin no new games. Those under way are finished."""
        self.stopped = True
        self._engine.stop()

    def games(self) -> Generator[PhaseRound | list[PlayedGame], None, None]:
        """Each round before it is played, then its games as they come in."""
        check_not_held(self.state)
        check_house(self.state, self._trusted)
        begin(self.state.competition, self.state.phase, self.state.teams)
        if self.state.log is not None:
            note_ladder(self.state.competition.store, self.state.phase, self.state.log)
        try:
            with self._engine:
                while not self.stopped:
                    progress = self.state.progress_now()
                    yield _round(progress)
                    if progress.over:
                        record_lots(self.state.competition, self.state.phase, self.state.teams)
                        return
                    if not progress.due:
                        return  # an open ladder waits for another team
                    yield from self._play(progress)
        except WorkersDied as died:
            raise ArenaError(
                f"{died} All finished games are saved: look at `arena doctor`, then run again"
            ) from None
        finally:
            self._enter()
            self._tell(is_over=True)
            if self._writer is not None:
                self._writer.close()

    def _play(self, progress: Progress) -> Iterator[list[PlayedGame]]:
        if self._writer is None:
            competition, phase = self.state.competition, self.state.phase
            self._writer = new_writer(competition.records / phase.name)
        tasks = (GameTask(fixture, match.label) for match, fixture in progress.due)
        blocks = game_blocks(
            tasks, len(progress.due), self._workers, self._engine.whole_deals, self._pace
        )
        for played in self._engine.results(blocks):
            for game in played:
                self._pace.add(game)
                self._new.append(write_game(self._writer, game))
                self.state.outcomes[game.id] = outcome(game.result)
            for game in played:
                check_result(self.state, game.result)
            if monotonic() - self._entered > ENTERED:
                self._enter()
                self._tell()
                self._obey()
            yield played
            if self.broken_off:
                return

    def _tell(self, is_over: bool = False) -> None:
        """Note for the organisers which games are being played."""
        games = [
            RunningGame(
                where,
                task.match,
                [self.run.entries[bot].name for bot in dict.fromkeys(task.fixture.sides)],
                task.fixture.deal + 1,
            )
            for where, task in ([] if is_over else self._engine.under_way())
        ]
        phase = "" if is_over else self.state.phase.name
        note_running(self.state.competition.store, Running(datetime.now(UTC), phase, games))

    def _obey(self) -> None:
        """Look whether an organiser has paused or stopped the phase."""
        held = held_by(self.state.competition, self.state.phase.name)
        if held is not None:
            self.stop()
            self.broken_off = held.what == STOP

    def _enter(self) -> None:
        """Enter the games that were written since the last time, when their records are safe."""
        new, self._new = self._new, []
        if new and self._writer is not None:
            self._writer.sync()
            competition = self.state.competition
            at, _ = competition.now()
            competition.store.add_games(self.state.phase.name, new, at)
        self._entered = monotonic()


def run_of(state: PhaseState, trusted: bool) -> Run:
    """The data that the workers need to play the games of the phase."""
    competition, settings = state.competition, state.competition.settings
    bots = [each.bot for each in state.entrants]
    levels = levels_for(settings.isolation, bots, trusted)
    return Run(
        game=competition.game,
        bots=bots,
        levels=levels,
        entries=[
            structs.replace(entry, isolation=level)
            for entry, level in zip(state.entries, levels, strict=True)
        ],
        games=state.phase.games,
        fixtures=[],
        terms=Terms(
            competition.key(state.phase),
            "+".join(sorted(set(levels))),
            settings.budget,
            clock=True,
            packages=settings.packages,
        ),
        seed="",
    )


def write_game(writer: RecordWriter, game: PlayedGame) -> StoredGame:
    """Write the record of a game; returns its entry for the database."""
    start, length = writer.add(game.line)
    return StoredGame(game.id, game.match, writer.path.name, start, length, game.result)


def enter_written_games(competition: Competition) -> list[str]:
    """Enter the games that an interrupted arena has written; returns their number, in words."""
    index = catch_up(competition.store)
    sentences = [f"{path}: the last line was incomplete and was removed" for path in index.mended]
    if index.games:
        sentences.append(f"{index.games} games found that an interrupted run had played")
    return sentences


def _round(progress: Progress) -> PhaseRound:
    matches = progress.rounds[-1] if progress.rounds else []
    labels: Sequence[str] = sorted({match.label for match in matches})
    name = labels[0] if len(labels) == 1 else f"{len(matches)} matches"
    if progress.field is not None:  # thousands of rounds
        games = len(progress.games) + len(progress.past)
    else:
        games = sum(match.games for matches in progress.rounds for match in matches)
    return PhaseRound(name, games, len(progress.due))
