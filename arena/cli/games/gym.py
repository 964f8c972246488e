"""`arena gym`: where a bot stands on the ladder of the house bots."""

import shlex
import sys
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

import click
import msgspec

from arena.bots.bot import Bot, check_plays
from arena.bots.bot import find as find_bot
from arena.cli import warn
from arena.cli.games.beginning import BotOptions, parse_options, run_of, settings_of
from arena.cli.games.gym_report import GymReport
from arena.cli.games.measuring import measure_ladder
from arena.cli.games.playing import RunPlace, play_agenda
from arena.cli.numbers import Within
from arena.cli.own_files import trust
from arena.cli.shared_options import DIALECT, GAME_OPTIONS, PACKAGES
from arena.cli.streams import reserve_output
from arena.cli.workforce import on_options
from arena.common.errors import ArenaError
from arena.common.games import game_of
from arena.guest.protocol.levels import LEVELS
from arena.gym.history import History, Subject, Visit, add_visit, read_history
from arena.gym.ladder import find_ladder
from arena.gym.measuring import GAMES as LADDER_GAMES
from arena.gym.visit import GymResults, Opponent
from arena.match.run import LONGEST_BUDGET, Run
from arena.sandbox.levels import AUTO, TRUST, caution
from arena.schedule.fixtures import Fixture, match
from arena.standings.sequential import Comparison
from arena.store.runs import (
    RECORDS,
    RunSettings,
    continued_run,
    saved_runs,
    update_settings,
)
from arena.workers.games import PlayedGame
from arena.workers.pairings import Agenda, Pairing, saved_games
from arena.workers.starting import worker_count
from Game.core.game import Game
from Game.registry import DEFAULT_GAME

ELO = 100.0  # the difference that a pairing looks for
LIMIT = 200  # games against one opponent
MOST = 100_000
BUDGET = 0.1
SEED = "gym"  # all versions play the same deals, so luck does not hide a change


@dataclass(frozen=True, kw_only=True)
class GymOptions(BotOptions):
    """The command line: one field for each option."""

    bot: str | None
    game: str
    options: tuple[str, ...]
    dialect: str | None
    games: int | None
    seed: str
    workers: int
    as_json: bool
    measure: bool
    simulations: int | None
    out: Path | None
    on: str | None
    keys: Path | None
    wire_log: Path | None = None
    show_output: bool = False


@click.command()
@click.argument("bot", required=False, metavar="BOT")
@click.option(
    "--game",
    default=DEFAULT_GAME,
    show_default=True,
    metavar="GAME",
    help="The game: a name from `arena games`, or a file *.rcy or *.gdl.",
)
@GAME_OPTIONS
@DIALECT
@click.option(
    "-n",
    "--games",
    type=Within(2, MOST),
    metavar="N",
    help=f"The most games against each opponent. Default: {LIMIT}.",
)
@click.option(
    "--budget",
    type=Within(0.0, LONGEST_BUDGET, above=True),
    default=BUDGET,
    show_default=True,
    metavar="SECONDS",
    help="Time that your bot has for each move.",
)
@click.option(
    "--seed",
    default=SEED,
    show_default=True,
    help="The same seed gives the same deals. Compare versions with the same seed.",
)
@click.option(
    "--isolation",
    default=AUTO,
    show_default=True,
    metavar="LEVEL",
    help=f"How your bot is isolated: auto, or one of {', '.join(LEVELS)}.",
)
@click.option(
    TRUST, "trusted", is_flag=True, help="Play the bot even if this machine cannot isolate it."
)
@PACKAGES
@click.option(
    "--workers",
    default="1",
    show_default=True,
    metavar="N",
    help="Number of processes that play at the same time; auto: one on each core.",
)
@on_options
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object and nothing else.")
@click.option(
    "--measure",
    is_flag=True,
    help="Without BOT: measure how strong the house bots are in the game. Then -n is the "
    f"number of games of each pair; default: {LADDER_GAMES}.",
)
@click.option(
    "--simulations",
    type=Within(1, 1_000_000),
    metavar="N",
    help="With --measure: the simulations of the bots that search. Default: as many as take 3 ms.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="With --measure: the file to write. Default: a file in Out/gym.",
)
def gym(workers: str, **choices: object) -> None:
    """Show where a bot stands among the house bots.

    The bot plays the house bots, the weakest first. A pairing stops as soon as it is decided
    which of the two is stronger, or that they are about equal. Then the command shows the bot's
    rating, the change since its last version, its weak points, and a command to try next.

    The games are saved as a run, and the ratings in Out/gym. After Ctrl-C, run the same command
    again to continue. If the bot has not changed, only missing games are played.
    """
    options = GymOptions(workers=worker_count(workers), **choices)  # type: ignore[arg-type]
    game = game_of(options.game, parse_options(options.options), dialect=options.dialect)
    if options.measure:
        measure_ladder(game, options)
        return
    if options.bot is None:
        raise click.UsageError("Missing argument 'BOT'.", click.get_current_context())
    if options.simulations is not None or options.out is not None:
        raise ArenaError("--simulations and --out are options of --measure: leave them out")
    _visit(find_bot(options.bot), game, options)


def _visit(bot: Bot, game: Game, options: GymOptions) -> None:
    """Play the games of a visit, and show the results."""
    if not bot.on_the_clock:
        raise ArenaError("The gym is for bots. To play yourself: arena play human osla -n 1")
    check_plays(bot, game.name)
    options = replace(options, trusted=trust(options.trusted, options.isolation, [bot]))
    say = reserve_output() if options.as_json else None
    ladder = find_ladder(game) or measure_ladder(game, options)
    house = [(rung, find_bot(rung.bot)) for rung in ladder.rungs]
    house = [(rung, other) for rung, other in house if not _are_same(bot, other)]
    rungs, bots = [rung for rung, _ in house], [bot, *(other for _, other in house)]
    games = options.games or LIMIT
    settings = settings_of("gym", game, bots, options, games=games, seed=options.seed, clock=True)
    run = _gym_run(run_of(settings, game, bots, strict=False), settings.games)
    warn(caution(options.isolation, run.levels))
    subject = Subject(
        name=run.bots[0].name,
        path=str(bot.path),
        sha256=bot.sha256,
        variant=bot.variant,
        game=game.name,
        options=game.chosen,
        rungs=[rung.bot for rung in rungs],
        budget=options.budget,
        seed=options.seed,
    )
    history = _history()
    names = [entry.name for entry in run.entries]
    opponents = [Opponent(rung, name) for rung, name in zip(rungs, names[1:], strict=True)]
    results = GymResults(names[0], opponents)
    with ExitStack() as leaving:
        to_play = _continued(run, settings, history.last_run(subject), leaving)
        if to_play is None:
            to_play = RunToPlay(run, RunPlace.new(settings, None, leaving), {})
            if to_play.place.run:
                add_visit(Visit(subject, to_play.place.run))
        run, place, saved = to_play
        pairings = _pairings(run, opponents)
        report = GymReport(run, subject, results, history, place.run)
        command = f"arena {shlex.join(sys.argv[1:])}"
        play_agenda(Agenda(pairings, saved), run, place, report, options, command)
        for opponent, pairing in zip(opponents, pairings, strict=True):
            opponent.decision = pairing.decision
        rating = results.rating()
        assert rating is not None
        if place.run:
            add_visit(Visit(subject, place.run, results.games, *rating))
    if say:
        say(report.as_json(rating))
    else:
        report.show(rating, command)


class RunToPlay(NamedTuple):
    """A run, its folder, and the games that it has already."""

    run: Run
    place: RunPlace
    saved: dict[Fixture, PlayedGame]


def _continued(
    run: Run, settings: RunSettings, before: str, leaving: ExitStack
) -> RunToPlay | None:
    """The run of the last visit (`before`), if it can be continued with these settings."""
    if all(folder.name != before for folder in saved_runs()):
        return None
    folder, old = leaving.enter_context(continued_run(before))
    if msgspec.structs.replace(old, games=settings.games) != settings:
        return None
    run = _gym_run(run, max(old.games, settings.games))  # no game is thrown away
    saved = saved_games(run, folder / RECORDS)
    update_settings(folder, msgspec.structs.replace(settings, games=run.games))
    return RunToPlay(run, RunPlace(folder, before), saved)


def _history() -> History:
    """All visits so far. Lines that cannot be read are reported."""
    history = read_history()
    if history.damaged:
        lines = "1 line" if history.damaged == 1 else f"{history.damaged} lines"
        warn(f"{lines} of the gym's history cannot be read and are left out")
    return history


def _pairings(run: Run, opponents: list[Opponent]) -> list[Pairing]:
    """A pairing with each opponent. Together they have all fixtures of the run."""
    pairings = []
    for number, opponent in enumerate(opponents, start=1):
        fixtures = [fixture for fixture in run.fixtures if number in fixture.sides]
        pairings.append(
            Pairing(
                fixtures,
                Comparison(ELO),
                run.entries[0].name,
                f"against {opponent.rung.bot}, until decided",
            )
        )
    return pairings


def _gym_run(run: Run, games: int) -> Run:
    """The run of a visit: the first bot meets each other one. Only the first has a clock.

    The others do a fixed number of simulations, and must not be late on a slow machine.
    """
    others = range(1, len(run.bots))
    sides = len(run.game.sides)
    fixtures = [fixture for other in others for fixture in match((0, other), sides, games)]
    return replace(run, games=games, fixtures=fixtures, untimed=frozenset(others))


def _are_same(bot: Bot, other: Bot) -> bool:
    return (bot.sha256, bot.variant) == (other.sha256, other.variant)
