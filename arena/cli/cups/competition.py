"""`arena run`: plays the games of a competition. Also options that several commands share."""

from collections.abc import Sequence
from pathlib import Path
from time import perf_counter

import click

from arena.cli import fail, warn
from arena.cli.cups.interrupts import stop_at_ctrl_c
from arena.cli.progress import count_text, progress_bar, rate_text, time_span
from arena.cli.workforce import Workforce, on_options, workforce
from arena.common.errors import ArenaError
from arena.common.times import minute
from arena.common.toml.file import parse_toml, text_of
from arena.common.toml.mistakes import Mistakes
from arena.competition.config.fields import OPEN_LADDER
from arena.competition.config.folder import Competition, open_competition
from arena.competition.config.paths import FILE, place
from arena.competition.entries import admitting
from arena.competition.entries.decisions import held_by
from arena.competition.play import playing
from arena.competition.play.forecast import forecast
from arena.competition.play.holding import held_text
from arena.competition.play.house_check import check_house
from arena.competition.play.phase_state import NotYet, PhaseState, phase_state
from arena.sandbox.levels import caution, partner_caution
from arena.schedule.fixtures import around
from arena.workers.cores import Cores
from arena.workers.games import PlayedGame
from arena.workers.starting import worker_count

WHERE = click.argument("words", nargs=-1, metavar="[COMPETITION] [PHASE]")
TO = click.option("--to", "folder", default=".", type=click.Path(path_type=Path),
                  metavar="COMPETITION",
                  help="The competition's folder. Default: the current folder.")  # fmt: skip
TRUST = click.option("--i-trust-these-bots", "trusted", is_flag=True,
                     help="Run bots even if this machine cannot isolate them.")  # fmt: skip


def folder_and_phase(words: Sequence[str]) -> tuple[Path, str]:
    """The competition's folder and the phase, from words such as `cup final` or only `final`."""
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
    raise ArenaError(f"{' '.join(words)}: too many words: give one competition and one phase")


@click.command()
@WHERE
@click.option(
    "--workers",
    default="auto",
    show_default=True,
    metavar="N",
    help="Number of games that are played at the same time; auto: one on each core.",
)
@on_options
@click.option(
    "--games",
    type=click.IntRange(1),
    metavar="N",
    help="Stop after about so many games: those under way are finished.",
)
@click.option("--minutes", type=click.FloatRange(0, min_open=True), metavar="M",
              help="Stop after so many minutes.")  # fmt: skip
@click.option("--dry-run", is_flag=True, help="Show what would be played, but play nothing.")
@TRUST
def run(
    words: tuple[str, ...], workers: str, on: str | None, keys: Path | None, games: int | None,
    minutes: float | None, dry_run: bool, trusted: bool,
) -> None:  # fmt: skip
    """Play the missing games of a competition.

    Plays the phase PHASE only, or all phases in their order. Ctrl-C stops after the current games,
    and --games and --minutes stop earlier. Run the command again to continue. An open ladder never
    ends by itself: it is played until you stop it, or until it is closed and played out.
    """
    limit = Limit(games, minutes)
    folder, name = folder_and_phase(words)
    crew = worker_count(workers)
    with (
        open_competition(folder, alone=True) as competition,
        workforce(on, keys, crew, Cores) as force,
    ):
        for sentence in playing.enter_written_games(competition):
            click.echo(sentence, err=True)
        names = [name] if name else [phase.name for phase in competition.settings.phases]
        warn(competition.now()[1])
        warn_of_uneven_games(competition)
        _warn_of_waiting(competition)
        for each in names:
            _warn_of_deadline(competition, each)
            if dry_run:
                try:
                    state = phase_state(competition, each)
                    check_house(state, trusted)
                    click.echo(_forecast(state, force.workers, trusted))
                except NotYet as why:
                    click.echo(f"{each}: not known yet. {why}")
                continue
            run = _play(phase_state(competition, each), force, trusted, limit)
            if limit.is_reached:
                click.echo("To continue, run the command again")
                return
            if run.stopped:
                if held := held_by(competition, each):
                    fail(held_text(held), 1)
                fail("stopped. The games so far are saved: run the command again to continue", 130)


def _forecast(state: PhaseState, workers: int, trusted: bool) -> str:
    """A sentence on the games that a run would play, and on their time."""
    progress = state.progress
    if progress.over:
        played = count_text(len(progress.games), "games")
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


class Limit:
    """When the run ends, although games are missing: after so many games or minutes."""

    def __init__(self, games: int | None, minutes: float | None) -> None:
        self._left = games
        self._until = None if minutes is None else perf_counter() + 60 * minutes

    @property
    def is_reached(self) -> bool:
        if self._left is not None and self._left <= 0:
            return True
        return self._until is not None and perf_counter() > self._until

    def count(self, games: int) -> None:
        if self._left is not None:
            self._left -= games


def _play(state: PhaseState, force: Workforce, trusted: bool, limit: Limit) -> playing.Playing:
    """Play the phase until it is over, the limit is reached, or Ctrl-C stops it."""
    name = state.phase.name
    run = playing.Playing(state, force.workers, trusted, force.open_engine)
    warn(caution(state.competition.settings.isolation, run.run.levels))
    if force.open_engine is Cores:  # otherwise other machines play
        warn(partner_caution(run.run.levels, run.run.game, force.workers))
    click.echo(f"The hash of the seed: {state.competition.seed_hash}", err=True)
    played, started = 0, perf_counter()
    reported: set[tuple[str, str]] = set()
    with stop_at_ctrl_c(run, "games"), progress_bar(name, lines=True) as bar:
        for event in run.games():
            if isinstance(event, playing.PhaseRound):
                bar.begin(f"{name}, {event.name}", event.games, event.games - event.missing)
                continue
            played += len(event)
            bar.advance(len(event))
            limit.count(len(event))
            if limit.is_reached:
                run.stop()
            for game in event:
                _tell_faults(game, reported)
    seconds = perf_counter() - started
    rate = f" in {time_span(seconds)}, {rate_text(played, seconds)}" if played else ""
    click.echo(f"{name}: {count_text(played, 'games')} played{rate}")
    if not run.stopped and state.log is not None and not state.progress.over:
        warn(f"{name} waits: fewer than two teams can play. It goes on when another team joins")
    return run


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


def warn_of_uneven_games(competition: Competition) -> None:
    """Warn if the last deal of a match cannot be played in all of its seatings."""
    path, sides = competition.path / FILE, len(competition.game.sides)
    warnings = Mistakes(path, parse_toml(text_of(path), path)[1])
    for number, phase in enumerate(competition.settings.phases):
        # A match against a house bot has two entrants, who share all sides.
        entrants = 2 if phase.kind == "qualifying" else sides
        seatings = len(around(range(entrants), sides))
        if not phase.games % seatings:
            continue
        games = f"games = {phase.games} of the phase {phase.name}"
        if seatings == 2:
            sentence = (
                f"{games} is odd. Each deal is played twice, with the sides changed, so that its "
                f"luck cancels. In each match one deal is played only once: take an even number"
            )
        else:
            sentence = (
                f"{games} is not a multiple of {seatings}. Each deal is played in {seatings} "
                f"seatings, so that its luck cancels. In each match one deal is played in fewer: "
                f"take a multiple of {seatings}"
            )
        warnings.add(("phase", number, "games"), sentence)
    for warning in warnings.sentences():
        warn(warning)


def _warn_of_waiting(competition: Competition) -> None:
    """Warn of files that do not play because nobody has examined them."""
    number = admitting.without_verdict(competition)
    if number:
        files = "1 file has" if number == 1 else f"{number} files have"
        warn(f"{files} not been examined and cannot play: run arena admit {competition.path}")


def _warn_of_deadline(competition: Competition, name: str) -> None:
    """Warn if a phase is played before its deadline, since teams may still hand in files."""
    phase = competition.settings.phase(name)
    deadline = phase.deadline if phase.kind != OPEN_LADDER else None  # it plays before, too
    if deadline is not None and competition.now()[0] < deadline:
        when = minute(deadline)
        warn(
            f"Teams can hand in files for {name} until {when}. The games of a team with a new file "
            f"are played again"
        )
