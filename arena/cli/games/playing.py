"""Plays the games of a command: with a progress bar, saving each game, until Ctrl-C."""

from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, Self

from arena.cli import fail, warn
from arena.cli.games.announcing import Announcing
from arena.cli.games.interrupts import Interrupts
from arena.cli.games.report import MatchReport
from arena.cli.progress import progress_bar
from arena.common.errors import ArenaError
from arena.guest.protocol.levels import LEVELS
from arena.match.run import Run
from arena.replay.record_writer import RecordWriter
from arena.sandbox.wirelog import WireLog
from arena.store.runs import RECORDS, RunSettings, new_run_folder
from arena.workers.engine import WorkersDied, open_engine
from arena.workers.games import PlayGames
from arena.workers.pairings import Agenda
from arena.workers.starting import MOST_WORKERS


@dataclass(frozen=True)
class Place:
    """Where the records go: into a run, into a folder of the user's, or nowhere."""

    folder: Path | None = None
    run: str = ""  # the name of the run

    @classmethod
    def new(cls, settings: RunSettings, folder: Path | None, leaving: ExitStack) -> Self:
        """A place for new games. If no run can be saved here, the user is warned."""
        if folder is not None:
            return cls(folder)
        try:
            run = leaving.enter_context(new_run_folder(settings))
        except ArenaError as error:
            warn(f"the games are not saved, because {str(error).rstrip('.')}")
            return cls()
        return cls(run, run.name)

    def writer(self) -> RecordWriter | None:
        """The writer of the records. In a run that goes on, it adds to the file."""
        if self.folder is None:
            return None
        if not self.run:
            return RecordWriter.in_folder(self.folder, "games")
        return RecordWriter(self.folder / RECORDS, appends=True)


class GameOptions(Protocol):
    """The options of a command that do not change its games."""

    @property
    def workers(self) -> int: ...

    @property
    def wire_log(self) -> Path | None: ...

    @property
    def as_json(self) -> bool: ...


def play_agenda(
    agenda: Agenda,
    run: Run,
    place: Place,
    report: MatchReport,
    options: GameOptions,
    go_on: str,
) -> None:
    """Play the games, save and count each. Ctrl-C ends the command between two games.

    `go_on` is the command that continues the run.
    """
    with ExitStack() as leaving:
        log = None
        if options.wire_log:
            log = leaving.enter_context(_wire_log(options.wire_log, run, options.workers))
        _check_workers(run, options.workers)
        audience = Announcing() if run.has_person else None
        writer = None
        try:
            writer = place.writer()
            report.records = writer.path if writer else None
            job = PlayGames(run, keeps_records=writer is not None, log=log, audience=audience)
            _play_in_order(job, agenda, options, report, writer)
        except KeyboardInterrupt:
            of_all = f"{report.games} of {len(run.fixtures)} games"
            then = f". To go on: {go_on}" if place.run and report.games else ""
            fail(f"interrupted after {of_all}, {report.where_saved()}{then}", 130)
        finally:
            if writer:
                writer.close()


def _wire_log(path: Path, run: Run, workers: int) -> WireLog:
    if workers != 1:
        raise ArenaError("--wire-log works only without other processes: leave out --workers")
    if not any(LEVELS[level].is_boxed for level in run.levels):
        raise ArenaError(
            "Bots that play in the arena's process exchange no messages, so --wire-log would be "
            "empty: put the bots in boxes, for example with --isolation process"
        )
    return WireLog(path)


def _check_workers(run: Run, workers: int) -> None:
    if not 1 <= workers <= MOST_WORKERS:
        raise ArenaError(f"{workers} workers are not possible: --workers takes 1 to {MOST_WORKERS}")
    if workers > 1 and run.has_person:
        raise ArenaError("A person can play only without other processes: leave out --workers")


def _play_in_order(
    job: PlayGames,
    agenda: Agenda,
    options: GameOptions,
    report: MatchReport,
    writer: RecordWriter | None,
) -> None:
    """Play the games in their order, until the agenda is over; write and count each one."""
    run = job.run
    try:
        with (
            Interrupts() as interrupts,
            open_engine(job, options.workers) as engine,
            report.timed(),
            progress_bar(total=len(run.fixtures), quiet=options.as_json or run.has_person) as bar,
        ):
            for games in engine.results(agenda.blocks(options.workers), in_order=True):
                for game in games:
                    agenda.add(game)
                for game, is_saved in agenda.take():
                    with interrupts.postpone():  # a game that is saved is a game that is counted
                        if writer and not is_saved:
                            writer.add(game.line)
                        report.count(game, is_saved)
                    bar.advance()
                if agenda.is_over:
                    break
            for game, is_saved in agenda.take():
                report.count(game, is_saved)
    except WorkersDied as died:
        raise ArenaError(
            f"{died} Without --workers the bots play here, and you see what happens"
        ) from None
