"""`arena submit`, `admit` and `run`: hand in bots, examine them, and play a competition."""

import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from time import perf_counter
from types import FrameType

import click

from arena.cli import fail, warn
from arena.cli.progress import count_text, progress_bar, rate_text, time_span
from arena.common.errors import ArenaError
from arena.competition.config.folder import Competition, open_competition, place
from arena.competition.config.settings import FILE
from arena.competition.config.times import minute
from arena.competition.entries import admitting
from arena.competition.entries.entrants import ADMITTED, REFUSED, NotAsHandedIn
from arena.competition.entries.submissions import Receipt
from arena.competition.play import playing
from arena.competition.play.forecast import forecast
from arena.competition.play.house_check import check_house
from arena.competition.play.phase_state import NotYet, PhaseState, phase_state
from arena.competition.play.submitting import submit as take_file
from arena.match.admission import Step
from arena.sandbox.levels import caution
from arena.workers.games import PlayedGame
from arena.workers.starting import worker_count

WHERE = click.argument("words", nargs=-1, metavar="[COMPETITION] [PHASE]")
TO = click.option("--to", "folder", default=".", type=click.Path(path_type=Path),
                  metavar="COMPETITION",
                  help="The competition's folder. Default: the current folder.")  # fmt: skip
RECEIVED = ["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S", "%Y-%m-%dT%H:%M%z", "%Y-%m-%dT%H:%M:%S%z"]
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
@click.option("--team", required=True, metavar="NAME", help="The team that hands in the bot.")
@TO
@click.option(
    "--received",
    type=click.DateTime(RECEIVED),
    metavar="TIME",
    help="When the file came in another way, such as by mail: 2026-04-03T23:58. It must "
    "be within the window for files. Needs --reason.",
)
@click.option("--reason", default="", metavar="TEXT", help="Why --received counts. Public.")
def submit(file: Path, team: str, folder: Path, received: datetime | None, reason: str) -> None:
    """Hand in a bot for a team: a Python file, or a package (a folder or a .zip).

    All versions are kept. The newest admitted version plays.
    """
    if reason and received is None:
        raise ArenaError("--reason says why --received counts: give both, or neither")
    when = None if received is None else received.astimezone()
    with open_competition(place(folder), alone=True) as competition:
        receipt = take_file(competition, file, team, when, reason)
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
        waiting = admitting.versions_to_examine(competition, again)
        house = admitting.house_bots_to_examine(competition, again)
        level = admitting.level_of(competition, trusted) if waiting or house else ""
        broken = 0
        for name, bot in house:
            steps: list[Step] = []
            well = admitting.examine_house(competition, bot, level, steps.append)
            click.echo(f"{name} ({bot.path.name}): {'works' if well else 'does not work well'}")
            broken += not well
            _print_steps(steps, details)
        for team, version in waiting:
            steps = []
            try:
                judged = admitting.admit(competition, team, version, level, steps.append)
            except NotAsHandedIn as why:  # the other teams need not wait for this one
                click.echo(f"{team.name}, version {version.number}: not examined. {why}")
                missing += 1
                continue
            click.echo(f"{team.name}, version {version.number}: {judged.status}")
            refused += judged.status == REFUSED
            _print_steps(steps, details)
        admitted = {v.team for v in competition.store.versions() if v.status == ADMITTED}
    if not waiting:
        click.echo("All files have been examined already.")
    click.echo(f"{len(admitted)} {'team' if len(admitted) == 1 else 'teams'} admitted")
    if missing:
        files = "1 file is" if missing == 1 else f"{missing} files are"
        fail(f"{files} missing or changed since it was handed in", 2)
    if broken:
        bots = "1 house bot does" if broken == 1 else f"{broken} house bots do"
        fail(f"{bots} not work well: every team meets it. Repair it before the phase begins", 1)
    if refused:
        fail(f"{refused} {'file is' if refused == 1 else 'files are'} refused", 1)


def _print_steps(steps: Sequence[Step], details: bool) -> None:
    for step in steps:
        if details or not step.ok:
            click.echo(f"  {'ok ' if step.ok else 'NO '} {step.text}")
        for line in [] if step.ok else step.advice.splitlines():
            click.echo(f"        {line}")


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
    crew = worker_count(workers)
    with open_competition(folder, alone=True) as competition:
        for said in playing.enter_written_games(competition):
            click.echo(said, err=True)
        names = [name] if name else [phase.name for phase in competition.settings.phases]
        warn(competition.now()[1])
        _warn_of_waiting(competition)
        for each in names:
            _warn_of_deadline(competition, each)
            if dry_run:
                try:
                    state = phase_state(competition, each)
                    check_house(state, trusted)
                    click.echo(_forecast(state, crew, trusted))
                except NotYet as why:
                    click.echo(f"{each}: not known yet. {why}")
            elif not _play(phase_state(competition, each), crew, trusted):
                fail("stopped. The games so far are saved: run the command again to continue", 130)


def _forecast(state: PhaseState, workers: int, trusted: bool) -> str:
    """A sentence on the games that a run would play, and on their time."""
    progress = state.progress
    if progress.over:
        played = count_text(len(state.outcomes), "games")
        return f"{state.phase.name}: {played} played, nothing is missing"
    levels = playing.run_of(state, trusted).terms.isolation
    seconds, unknown = forecast(state, progress, workers)
    time = f"about {time_span(seconds)}"
    if unknown:
        time += f", and the time of {', '.join(unknown)}, which is not known yet"
    rest = "" if state.phase.kind in ("qualifying", "round-robin") else " in the next round"
    teams, games = count_text(len(state.teams), "teams"), count_text(len(progress.due), "games")
    return (
        f"{state.phase.name}: {teams}, {games} to play{rest}, "
        f"at isolation {levels} with {workers} workers; {time}"
    )


def _play(state: PhaseState, workers: int, trusted: bool) -> bool:
    """Play the phase; return False if Ctrl-C has stopped it."""
    name = state.phase.name
    run = playing.Playing(state, workers, trusted)
    warn(caution(state.competition.settings.isolation, run.run.levels))
    click.echo(f"The hash of the seed: {state.competition.seed_hash}", err=True)
    played, started = 0, perf_counter()
    reported: set[tuple[str, str]] = set()
    with _ctrl_c(run), progress_bar(name, lines=True) as bar:
        for event in run.games():
            if isinstance(event, playing.PhaseRound):
                bar.begin(f"{name}, {event.name}", event.games, event.games - event.missing)
                continue
            played += len(event)
            bar.advance(len(event))
            for game in event:
                _tell_faults(game, reported)
    seconds = perf_counter() - started
    rate = f" in {time_span(seconds)}, {rate_text(played, seconds)}" if played else ""
    click.echo(f"{name}: {count_text(played, 'games')} played{rate}")
    return not run.stopped


def _tell_faults(game: PlayedGame, reported: set[tuple[str, str]]) -> None:
    """Print a bot's first fault of each kind at once."""
    for who, fault in game.faults[:1]:
        if (who, fault.verdict) not in reported:
            reported.add((who, fault.verdict))
            click.echo(
                f"{who}: its first {fault.verdict}, in game {game.id} at move {fault.ply}: "
                f"{fault.reason}",
                err=True,
            )


@contextmanager
def _ctrl_c(run: playing.Playing) -> Iterator[None]:
    """The first Ctrl-C stops after the current games, the second one at once."""

    def on_ctrl_c(number: int, frame: FrameType | None) -> None:
        if run.stopped:
            raise KeyboardInterrupt
        run.stop()
        click.echo("Stopping after the current games. Press Ctrl-C again to stop now.", err=True)

    before = signal.signal(signal.SIGINT, on_ctrl_c)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _warn_of_waiting(competition: Competition) -> None:
    """Warn of files that do not play because nobody has examined them."""
    number = len(admitting.versions_to_examine(competition))
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
