"""`arena play` and `arena league`: matches between bots."""

import contextlib
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click

from arena.bots.bot import find as find_bot
from arena.cli import fail, warn
from arena.cli.games.announcing import Announcing
from arena.cli.games.interrupts import Interrupts
from arena.cli.games.report import MatchReport
from arena.cli.streams import output_apart
from arena.common.errors import ArenaError, BotError
from arena.common.games import game_of, is_game
from arena.match.run import Run, new_run, remark_on_seed
from arena.replay.files import RecordWriter
from arena.replay.record import Record
from arena.sandbox.host.packages import ALLOWED
from arena.sandbox.levels import BOXED, LEVELS, TRUST, caution
from arena.sandbox.wirelog import WireLog
from arena.workers import cores, here

MOST_WORKERS = 64
FIRST = "brisca"  # the game, where nobody says which

OPTIONS = (
    click.argument("bots", nargs=-1, required=True, metavar="[GAME] BOT BOT..."),
    click.option("-n", "--games", default=100, show_default=True,
                 help="How many games; in a league, for each pair."),
    click.option("--game", metavar="GAME",
                 help="Which game: a name from `arena games`, or a file *.gdl; else Brisca."),
    click.option("--option", "options", multiple=True, metavar="K=V",
                 help="A variant of the game; `arena games` lists them."),
    click.option("--seed", help="Same seed, same deals. Without it, one is chosen and shown."),
    click.option("--budget", default=1.0, show_default=True, metavar="SECONDS",
                 help="Time to think for each move."),
    click.option("--no-clock", is_flag=True, help="Let every bot think as long as it likes."),
    click.option("--isolation", default="auto", show_default=True, metavar="LEVEL",
                 help="How bots are kept away from us and from each other: auto, or one of "
                 + ", ".join(LEVELS) + "."),
    click.option(TRUST, "trusted", is_flag=True,
                 help="Play bots from files also where nothing keeps them apart."),
    click.option("--package", "packages", multiple=True, default=ALLOWED, show_default=True,
                 metavar="NAME",
                 help="What bots in a box may import besides Python's own; give all of them."),
    click.option("--workers", default=1, show_default=True, metavar="N",
                 help="How many processes play side by side."),
    click.option("--strict", is_flag=True, help="Stop at the first fault and show it in full."),
    click.option("--save", type=click.Path(path_type=Path), metavar="DIR",
                 help="Write a record of every game there."),
    click.option("--wire-log", type=click.Path(path_type=Path), metavar="FILE",
                 help="Write there all that passes between the arena and bots in a box."),
    click.option("--json", "as_json", is_flag=True, help="Print one JSON object, nothing else."),
)  # fmt: skip


def match_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Gives a command the options that all matches have."""
    for option in reversed(OPTIONS):
        command = option(command)
    return command


@dataclass(frozen=True)
class MatchOptions:
    """What the command line says of a match: a field for each of the options above."""

    bots: Sequence[str]
    games: int
    game: str | None
    options: Sequence[str]
    seed: str | None
    budget: float
    no_clock: bool
    isolation: str
    trusted: bool
    packages: tuple[str, ...]
    workers: int
    strict: bool
    save: Path | None
    wire_log: Path | None
    as_json: bool


@click.command()
@match_options
def play(**given: Any) -> None:
    """Play a match between bots.

    The game may be named before the bots: its name, or a file in the RECYCLE language (*.gdl).

    Every deal is played with each bot in each place, so that all hold the same cards.
    """
    _play(MatchOptions(**given), league=False)


@click.command()
@match_options
def league(**given: Any) -> None:
    """Play a match between any two of the bots.

    The game may be named before the bots: its name, or a file in the RECYCLE language (*.gdl).

    All pairs play the same deals. With --save there is a leaderboard to open beside the records.
    """
    _play(MatchOptions(**given), league=True)


def _play(options: MatchOptions, league: bool) -> None:
    if is_game(options.bots[0]):
        if options.game is not None:
            raise ArenaError(
                f"{options.bots[0]} is a game, and --game names one too: leave one out"
            )
        options = replace(options, game=options.bots[0], bots=options.bots[1:])
    say = output_apart() if options.as_json else None
    run = _new_run(options, league)
    warn(caution(options.isolation, run.levels))
    warn(remark_on_seed(options.seed, run.bots))
    report = MatchReport(run, None)
    _play_games(run, options, report)
    if say:
        say(report.as_json())
    else:
        report.show()
    if league and report.records:
        from arena.pages.site.league_page import write

        page = report.records.with_name("index.html")
        write(page, run, list(report.lines.values()), report.pairs, report.records)
        click.echo(f"leaderboard: {page}", err=options.as_json)


def _new_run(options: MatchOptions, league: bool) -> Run:
    """The match that the options describe. A bot that cannot be loaded ends the command."""
    try:
        return new_run(
            game_of(FIRST if options.game is None else options.game, pairs(options.options)),
            [find_bot(bot) for bot in options.bots],
            options.games,
            league=league,
            seed=options.seed,
            isolation=options.isolation,
            budget=options.budget,
            clock=not options.no_clock,
            strict=options.strict,
            trusted=options.trusted,
            packages=options.packages,
        )
    except BotError as error:
        if not error.lines:
            raise
        more = f"\n{error.lines}" if options.strict else ". With --strict its traceback is shown"
        fail(f"{error}{more}", 2)


def _play_games(run: Run, options: MatchOptions, report: MatchReport) -> None:
    """Play all games, save and count each. Ctrl-C ends the command between two games."""
    with contextlib.ExitStack() as leaving:
        log = None
        if options.wire_log:
            log = leaving.enter_context(_wire_log(options.wire_log, run, options.workers))
        announcing = Announcing() if run.has_person else None
        playing = _records(run, options.workers, log, announcing)
        writer = None
        try:
            if options.save:
                writer = RecordWriter.in_folder(options.save, "games")
                report.records = writer.path
            quiet = options.as_json or run.has_person
            with (
                Interrupts() as interrupts,
                closing(playing),
                report.timed(),
                report.progress(quiet) as advance,
            ):
                for record in playing:
                    with interrupts.held():  # a game that is saved is a game that is counted
                        if writer:
                            writer.add(record)
                        report.count(record)
                    if announcing:
                        click.echo("\n".join(announcing.end(record)))
                    advance()
        except KeyboardInterrupt:
            of_all = f"{report.games} of {len(run.fixtures)} games"
            fail(f"interrupted after {of_all}, {report.kept()}", 130)
        finally:
            if writer:
                writer.close()


def _wire_log(path: Path, run: Run, workers: int) -> WireLog:
    if workers != 1:
        raise ArenaError("--wire-log shows what passes in this process: leave out --workers")
    if not any(level in BOXED for level in run.levels):
        raise ArenaError(
            "There is no wire to a bot that plays in process, and so nothing for --wire-log: "
            "put the bots in boxes, as with --isolation process"
        )
    return WireLog(path)


def _records(
    run: Run, workers: int, log: WireLog | None, announcing: Announcing | None
) -> Generator[Record]:
    if not 1 <= workers <= MOST_WORKERS:
        raise ArenaError(f"{workers} workers cannot play: --workers takes 1 to {MOST_WORKERS}")
    if workers == 1:
        return here.play(run, run.fixtures, log, announcing)
    if run.has_person:
        raise ArenaError("A person plays in this process: leave out --workers")
    return cores.play(run, run.fixtures, workers)


def pairs(options: Sequence[str]) -> dict[str, str]:
    """The options of a game from the words `name=value`."""
    chosen = {}
    for text in options:
        name, equals, value = text.partition("=")
        if not equals:
            raise ArenaError(f"--option {text!r} has no value: write --option {text}=VALUE")
        chosen[name.strip()] = value.strip()
    return chosen
