"""Plays the games of a command: with a progress bar, saving each game, until Ctrl-C."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Protocol, Self

import click

from arena.cli import fail, warn
from arena.cli.games.announcing import Announcing
from arena.cli.games.interrupts import Interrupts
from arena.cli.progress import progress_bar
from arena.cli.workforce import workforce
from arena.common.errors import ArenaError
from arena.guest.protocol.levels import LEVELS
from arena.guest.protocol.safe_text import quote
from arena.match.run import Run
from arena.replay.record_writer import RecordWriter
from arena.sandbox.wirelog import WireLog
from arena.store.runs import RECORDS, RunSettings, new_run_folder
from arena.workers.engine import WorkersDied
from arena.workers.games import PlayedGame, PlayGames
from arena.workers.pairings import Agenda
from arena.workers.starting import MOST_WORKERS
from Players.HumanPlayer import Left


@dataclass(frozen=True)
class RunPlace:
    """Where the records go: into a run, into the user's folder, or nowhere."""

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
        """The writer of the records. In a run that continues, it adds to the file."""
        if self.folder is None:
            return None
        if not self.run:
            return RecordWriter.in_folder(self.folder, "games")
        return RecordWriter(self.folder / RECORDS, appends=True)


class GameCounter(Protocol):
    """Counts the games of a command."""

    games: int
    seconds: float  # that the games took
    records: Path | None  # the file of the records

    def count(self, game: PlayedGame, is_saved: bool = False) -> None: ...

    def records_location(self) -> str: ...


@contextmanager
def measure_time(report: GameCounter) -> Iterator[None]:
    """Note in the report how long this block takes."""
    started = perf_counter()
    try:
        yield
    finally:
        report.seconds = perf_counter() - started


class WorkOptions(Protocol):
    """The options of a command that say where its games are played, and how it reports."""

    @property
    def workers(self) -> int: ...

    @property
    def on(self) -> str | None: ...

    @property
    def keys(self) -> Path | None: ...

    @property
    def as_json(self) -> bool: ...


class GameOptions(WorkOptions, Protocol):
    """The options of a command that do not change its games."""

    @property
    def wire_log(self) -> Path | None: ...

    @property
    def show_output(self) -> bool: ...


def play_agenda(
    agenda: Agenda,
    run: Run,
    place: RunPlace,
    report: GameCounter,
    options: GameOptions,
    go_on: str,
) -> None:
    """Play the games, save and count each. Ctrl-C ends the command between two games.

    `go_on` is the command that continues the run.
    """
    with ExitStack() as leaving:
        log = None
        if options.wire_log:
            log = leaving.enter_context(_wire_log(options, options.wire_log, run))
        _check_workers(run, options)
        audience = Announcing() if run.has_person else None
        writer = None
        try:
            writer = place.writer()
            report.records = writer.path if writer else None
            job = PlayGames(
                run,
                keeps_records=writer is not None,
                keeps_output=options.show_output,
                log=log,
                audience=audience,
            )
            _play_in_order(job, agenda, options, report, writer)
        except Left:
            click.echo(f"\nYou have left after {report.games} of {len(run.fixtures)} games.")
        except KeyboardInterrupt:
            is_fixed = not any(pairing.rule for pairing in agenda.pairings)
            of_all = f"{report.games}{f' of {len(run.fixtures)}' if is_fixed else ''} games"
            then = f". To continue: {go_on}" if place.run and report.games else ""
            fail(f"interrupted after {of_all}, {report.records_location()}{then}", 130)
        finally:
            if writer:
                writer.close()


def output_text(game: PlayedGame, number: int) -> str:
    """The output of the bots of a game in their boxes, ready to be shown."""
    return "\n".join(
        quote(f"{name}, in seat {seat} of game {number}, printed:", text)
        for name, seat, text in game.printed
    )


def _wire_log(options: GameOptions, path: Path, run: Run) -> WireLog:
    if options.workers != 1 or options.on:
        raise ArenaError(
            "--wire-log works only without other processes: leave out --workers and --on"
        )
    if not any(LEVELS[level].is_boxed for level in run.levels):
        raise ArenaError(
            "Bots in the arena's process exchange no messages, so --wire-log would be empty: put "
            "the bots in boxes, for example with --isolation process"
        )
    return WireLog(path)


def _check_workers(run: Run, options: GameOptions) -> None:
    workers = options.workers
    if not 1 <= workers <= MOST_WORKERS:
        raise ArenaError(f"{workers} workers are not possible: --workers takes 1 to {MOST_WORKERS}")
    if (workers > 1 or options.on) and run.has_person:
        raise ArenaError(
            "A person can play only without other processes: leave out --workers and --on"
        )


def _play_in_order(
    job: PlayGames,
    agenda: Agenda,
    options: GameOptions,
    report: GameCounter,
    writer: RecordWriter | None,
) -> None:
    """Play the games in their order, until the agenda is over; write and count each one."""
    run = job.run
    is_quiet = options.as_json or run.has_person
    several = len(agenda.pairings) > 1
    try:
        with (
            Interrupts() as interrupts,
            workforce(options.on, options.keys, options.workers) as (workers, open_engine),
            open_engine(job, workers) as engine,
            measure_time(report),
            progress_bar(total=len(run.fixtures), quiet=is_quiet, lines=several) as bar,
        ):
            shown = None
            blocks = agenda.blocks(workers, engine.whole_deals)
            for games in engine.results(blocks, in_order=True):
                for game in games:
                    agenda.add(game)
                for counted in agenda.take():
                    if several and counted.pairing is not shown:
                        shown = counted.pairing
                        bar.begin(shown.label, len(shown.fixtures))
                    with interrupts.postpone():  # every saved game is counted, too
                        if writer and not counted.is_saved:
                            writer.add(counted.game.line)
                        report.count(counted.game, counted.is_saved)
                    if options.show_output and counted.game.printed:
                        bar.say(output_text(counted.game, report.games))
                    bar.advance()
                if agenda.is_over:
                    break
            for counted in agenda.take():  # if no game was left to play
                report.count(counted.game, counted.is_saved)
    except WorkersDied as died:
        raise ArenaError(
            f"{died} Run it without --workers: then you see the error of the bot"
        ) from None
