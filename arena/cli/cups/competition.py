"""`arena submit`, `admit` and `run`: hand in bots, examine them, and play a competition."""

import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from types import FrameType

import click

from arena.cli import fail, warn
from arena.common.errors import ArenaError
from arena.competition.config.folder import Competition, open_competition, place
from arena.competition.config.settings import FILE
from arena.competition.config.times import minute
from arena.competition.entries import admitting
from arena.competition.entries.submissions import Receipt
from arena.competition.entries.submissions import submit as take
from arena.competition.play import engine
from arena.competition.play.entrants import ADMITTED, REFUSED, NotAsHandedIn
from arena.competition.play.forecast import forecast
from arena.competition.play.stage import NotYet, Stage, stage
from arena.match.admission import Step
from arena.sandbox.levels import caution
from arena.workers.crew import Done
from arena.workers.starting import crew_size

NOW_AND_THEN = 20.0  # seconds between two lines of progress

Show = Callable[[engine.PhaseRound | None, int], None]

WHERE = click.argument("words", nargs=-1, metavar="[COMPETITION] [PHASE]")
TRUST = click.option("--i-trust-these-bots", "trusted", is_flag=True,
                     help="Run bots even if this machine cannot isolate them.")  # fmt: skip


def folder_and_phase(words: Sequence[str]) -> tuple[Path, str]:
    """The competition's folder and its phase, from `cup final`; in the folder `final` is enough."""
    here = Path()
    match list(words):
        case []:
            return place(here), ""
        case [word] if (Path(word) / FILE).exists() or not (here / FILE).exists():
            return place(Path(word)), ""
        case [word]:
            return here, word
        case [folder, phase]:
            return place(Path(folder)), phase
    raise ArenaError(f"{' '.join(words)}: too many words, give one competition and one phase")


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--team", required=True, metavar="NAME", help="The team that hands in the file.")
@click.option("--to", "folder", default=".", type=click.Path(path_type=Path), metavar="COMPETITION",
              help="The competition's folder. Default: the current folder.")  # fmt: skip
def submit(file: Path, team: str, folder: Path) -> None:
    """Hand in a bot's file for a team.

    All versions are kept. The newest admitted version plays.
    """
    with open_competition(place(folder), alone=True) as competition:
        receipt = take(competition, file, team)
    warn(receipt.warning)
    click.echo(_receipt_text(receipt))


def _receipt_text(receipt: Receipt) -> str:
    version = receipt.version
    when = version.received_at.astimezone().strftime("%Y-%m-%d %H:%M:%S")
    what = f"version {version.number} for {receipt.phase}"
    if not receipt.new:
        return f"{receipt.team.name}: this file is {what} already, handed in at {when}"
    return f"{receipt.team.name}: {what}, received at {when}, sha256 {version.sha256}"


@click.command()
@click.argument("folder", default=".", type=click.Path(path_type=Path), metavar="[COMPETITION]")
@click.option("--again", is_flag=True, help="Examine files again that have been examined before.")
@click.option("--details", is_flag=True, help="Show all steps, not only those that fail.")
@TRUST
def admit(folder: Path, again: bool, details: bool, trusted: bool) -> None:
    """Examine the bots that were handed in, as `arena check` does.

    Ends with exit code 1 if a bot is refused.
    """
    refused = missing = 0
    with open_competition(place(folder), alone=True) as competition:
        waiting = admitting.waiting(competition, again)
        level = admitting.level_of(competition, trusted) if waiting else ""
        for team, version in waiting:
            steps: list[Step] = []
            try:
                judged = admitting.admit(competition, team, version, level, steps.append)
            except NotAsHandedIn as why:  # the other teams need not wait for this one
                click.echo(f"{team.name}, version {version.number}: not examined. {why}")
                missing += 1
                continue
            click.echo(f"{team.name}, version {version.number}: {judged.status}")
            refused += judged.status == REFUSED
            for step in steps:
                if details or not step.ok:
                    click.echo(f"  {'ok ' if step.ok else 'NO '} {step.said}")
                for line in [] if step.ok else step.advice.splitlines():
                    click.echo(f"        {line}")
        admitted = {v.team for v in competition.store.versions() if v.status == ADMITTED}
    if not waiting:
        click.echo("All files have been examined already.")
    click.echo(f"{len(admitted)} {'team' if len(admitted) == 1 else 'teams'} admitted")
    if missing:
        files = "1 file is" if missing == 1 else f"{missing} files are"
        fail(f"{files} missing or changed since it was handed in", 2)
    if refused:
        fail(f"{refused} {'file is' if refused == 1 else 'files are'} refused", 1)


@click.command()
@WHERE
@click.option(
    "--workers",
    default="auto",
    show_default=True,
    metavar="N",
    help="Number of games that are played at the same time; auto: one on each core.",
)
@click.option("--dry-run", is_flag=True, help="Show what would be played, but play nothing.")
@TRUST
def run(words: tuple[str, ...], workers: str, dry_run: bool, trusted: bool) -> None:
    """Play the missing games of a competition.

    Plays the phase PHASE only, or all phases in their order. Ctrl-C stops after the current games.
    Run the command again to continue.
    """
    folder, name = folder_and_phase(words)
    crew = crew_size(workers)
    with open_competition(folder, alone=True) as competition:
        for said in engine.catch_up(competition):
            click.echo(said, err=True)
        names = [name] if name else [phase.name for phase in competition.settings.phases]
        warn(competition.now()[1])
        _warn_of_waiting(competition)
        for each in names:
            _warn_of_deadline(competition, each)
            if dry_run:
                try:
                    click.echo(_forecast(stage(competition, each), crew, trusted))
                except NotYet as why:
                    click.echo(f"{each}: not known yet. {why}")
            elif not _play(stage(competition, each), crew, trusted):
                fail("stopped. The games so far are saved: run the command again to continue", 130)


def _forecast(stage: Stage, workers: int, trusted: bool) -> str:
    """A sentence on the games that a run would play, and on their time."""
    so_far = stage.so_far
    if so_far.over:
        return f"{stage.phase.name}: {_games(len(stage.known))} played, nothing is missing"
    levels = stage.run(trusted).terms.isolation
    seconds, unknown = forecast(stage, so_far, workers)
    time = f"about {_span(seconds)}"
    if unknown:
        time += f", and the time of {', '.join(unknown)}, which is not known yet"
    rest = "" if stage.phase.kind in ("qualifying", "round-robin") else " in the next round"
    return (
        f"{stage.phase.name}: {_teams(len(stage.teams))}, {_games(len(so_far.due))} to play{rest}, "
        f"at isolation {levels} with {workers} workers; {time}"
    )


def _play(stage: Stage, workers: int, trusted: bool) -> bool:
    """Play the phase; return False if Ctrl-C has stopped it."""
    name = stage.phase.name
    run = engine.Playing(stage, workers, trusted)
    warn(caution(stage.competition.settings.isolation, run.run.levels))
    click.echo(f"The hash of the seed: {stage.competition.seed_hash}", err=True)
    played, started = 0, perf_counter()
    told: set[tuple[str, str]] = set()
    with _ctrl_c(run), _bar(name) as show:
        for event in run.games():
            if isinstance(event, engine.PhaseRound):
                show(event, 0)
                continue
            played += len(event)
            show(None, len(event))
            for done in event:
                _tell_faults(done, told)
    seconds = perf_counter() - started
    rate = f" in {_span(seconds)}, {played / seconds:.0f} a second" if played else ""
    click.echo(f"{name}: {_games(played)} played{rate}")
    return not run.stopped


def _tell_faults(done: Done, told: set[tuple[str, str]]) -> None:
    """Print a bot's first fault of each kind at once."""
    for who, fault in done.faults:
        if (who, fault.verdict) not in told:
            told.add((who, fault.verdict))
            click.echo(
                f"{who}: its first {fault.verdict}, in game {done.id} at move {fault.ply}: "
                f"{fault.reason}",
                err=True,
            )


@contextmanager
def _ctrl_c(run: engine.Playing) -> Iterator[None]:
    """The first Ctrl-C stops after the current games, the second one at once."""

    def pressed(number: int, frame: FrameType | None) -> None:
        if run.stopped:
            raise KeyboardInterrupt
        run.stop()
        click.echo("Stopping after the current games. Press Ctrl-C again to stop now.", err=True)

    before = signal.signal(signal.SIGINT, pressed)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def _bar(name: str) -> Iterator[Show]:
    """Shows how far it is, on the error stream, where somebody may be watching."""
    if not sys.stderr.isatty():
        yield _log(name)
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn("games,"),
        TextColumn("{task.fields[rate]} a second,"), TimeRemainingColumn(), TextColumn("to go"),
    )  # fmt: skip
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(name, total=None, rate="?")
        started, played = perf_counter(), 0

        def show(round: engine.PhaseRound | None, games: int) -> None:
            nonlocal played
            played += games
            if round is not None:
                progress.update(
                    task, description=f"{name}, {round.name}", total=round.games,
                    completed=round.games - round.missing,
                )  # fmt: skip
            rate = played / max(perf_counter() - started, 0.001)
            progress.update(task, advance=games, rate=f"{rate:.0f}")

        yield show


def _log(name: str) -> Show:
    """Says how far it is where nobody watches a bar: a line now and then."""
    started = said = perf_counter()
    missing = played = 0

    def show(round: engine.PhaseRound | None, games: int) -> None:
        nonlocal said, missing, played
        missing = round.missing if round is not None else missing - games
        played += games
        now = perf_counter()
        if now - said > NOW_AND_THEN and played:
            said = now
            rate = played / (now - started)
            left = f"{_games(missing)} to go, {_span(missing / rate)}"
            click.echo(f"{name}: {_games(played)} played, {rate:.1f} a second, {left}", err=True)

    return show


def _span(seconds: float) -> str:
    """A waiting time as text."""
    if seconds < 90:
        return f"{seconds:.0f} s" if seconds >= 2 else f"{seconds:.1f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 90 else f"{minutes / 60:.1f} h"


def _teams(number: int) -> str:
    return "1 team" if number == 1 else f"{number:,} teams"


def _games(number: int) -> str:
    return "1 game" if number == 1 else f"{number:,} games"


def _warn_of_waiting(competition: Competition) -> None:
    """Warn of files that do not play because nobody has examined them."""
    number = len(admitting.waiting(competition))
    if number:
        files = "1 file has" if number == 1 else f"{number} files have"
        warn(f"{files} not been examined and cannot play: run arena admit {competition.path}")


def _warn_of_deadline(competition: Competition, name: str) -> None:
    """Warn if a phase is played before its deadline, since teams may still hand in files."""
    deadline = competition.settings.phase(name).deadline
    if deadline is not None and competition.now()[0] < deadline:
        when = minute(deadline)
        warn(
            f"Teams can hand in files for {name} until {when}. The games of a team with a new file "
            f"are played again"
        )
