"""`arena play` and `arena league`: matches between bots."""

import contextlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click

from arena.bots.bot import find as find_bot
from arena.cli import fail, warn
from arena.cli.games.announcing import Announcing
from arena.cli.games.interrupts import Interrupts
from arena.cli.games.report import MatchReport
from arena.cli.progress import progress_bar
from arena.cli.streams import reserve_output
from arena.common.errors import ArenaError, BotError
from arena.common.games import game_of, is_game
from arena.guest.protocol.levels import LEVELS
from arena.match.run import Run, new_run, remark_on_seed
from arena.replay.record_writer import RecordWriter
from arena.sandbox.host.packages import ALLOWED
from arena.sandbox.levels import TRUST, caution
from arena.sandbox.wirelog import WireLog
from arena.workers.engine import WorkersDied, open_engine
from arena.workers.games import GameTask, PlayGames, game_blocks
from arena.workers.starting import MOST_WORKERS

DEFAULT_GAME = "brisca"

OPTIONS = (
    click.argument("bots", nargs=-1, required=True, metavar="[GAME] BOT BOT..."),
    click.option("-n", "--games", default=100, show_default=True,
                 help="Number of games; in a league, of each pair."),
    click.option("--game", metavar="GAME",
                 help="The game: a name from `arena games`, or a file *.gdl. Default: brisca."),
    click.option("--option", "options", multiple=True, metavar="K=V",
                 help="An option of the game; `arena games` lists them."),
    click.option("--seed", help="The same seed gives the same deals. Default: a random seed, which "
                 "is shown."),
    click.option("--budget", default=1.0, show_default=True, metavar="SECONDS",
                 help="Time to think for each move."),
    click.option("--no-clock", is_flag=True, help="Let every bot think without a time limit."),
    click.option("--isolation", default="auto", show_default=True, metavar="LEVEL",
                 help="How bots are isolated from your files and from each other: auto, or one of "
                 + ", ".join(LEVELS) + "."),
    click.option(TRUST, "trusted", is_flag=True,
                 help="Play bots from files even if this machine cannot isolate them."),
    click.option("--package", "packages", multiple=True, default=ALLOWED, show_default=True,
                 metavar="NAME",
                 help="A package that bots in a box may import. Repeat it for several: they "
                 "replace the default."),
    click.option("--workers", default=1, show_default=True, metavar="N",
                 help="Number of processes that play at the same time."),
    click.option("--strict", is_flag=True, help="Stop at the first fault and show it in full."),
    click.option("--save", type=click.Path(path_type=Path), metavar="DIR",
                 help="Write a record of every game into this folder."),
    click.option("--wire-log", type=click.Path(path_type=Path), metavar="FILE",
                 help="Write all messages between the arena and bots in boxes into this file."),
    click.option("--as-first-engine", is_flag=True,
                 help="Let a game from a file *.gdl imitate two mistakes of the first engine of "
                 "its language (docs/recycle-engine.md)."),
    click.option("--json", "as_json", is_flag=True, help="Print one JSON object and nothing else."),
)  # fmt: skip


def match_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options that all matches have."""
    for option in reversed(OPTIONS):
        command = option(command)
    return command


@dataclass(frozen=True)
class MatchOptions:
    """The command line of a match: one field for each of the options above."""

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
    as_first_engine: bool
    as_json: bool


@click.command()
@match_options
def play(**given: Any) -> None:
    """Play a match between bots.

    You can name the game before the bots: a name from `arena games`, or a file in the RECYCLE
    language (*.gdl).

    Every deal is played once with each bot in each seat, so that all bots get the same cards.
    """
    _play(MatchOptions(**given), league=False)


@click.command()
@match_options
def league(**given: Any) -> None:
    """Play a match between each pair of bots.

    You can name the game before the bots: a name from `arena games`, or a file in the RECYCLE
    language (*.gdl).

    All pairs play the same deals. --save also writes a leaderboard, index.html, into its folder.
    """
    _play(MatchOptions(**given), league=True)


def _play(options: MatchOptions, league: bool) -> None:
    if is_game(options.bots[0]):
        if options.game is not None:
            raise ArenaError(f"{options.bots[0]} is a game, and --game names one too: remove one")
        options = replace(options, game=options.bots[0], bots=options.bots[1:])
    say = reserve_output() if options.as_json else None
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
    """The match that the options describe. If a bot cannot be loaded, the command ends."""
    try:
        return new_run(
            game_of(
                DEFAULT_GAME if options.game is None else options.game,
                parse_options(options.options),
                as_first_engine=options.as_first_engine,
            ),
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
        more = f"\n{error.lines}" if options.strict else ". To see its traceback, add --strict"
        fail(f"{error}{more}", 2)


def _play_games(run: Run, options: MatchOptions, report: MatchReport) -> None:
    """Play all games, save and count each. Ctrl-C ends the command between two games."""
    with contextlib.ExitStack() as leaving:
        log = None
        if options.wire_log:
            log = leaving.enter_context(_wire_log(options.wire_log, run, options.workers))
        _check_workers(run, options.workers)
        audience = Announcing() if run.has_person else None
        writer = None
        try:
            if options.save:
                writer = RecordWriter.in_folder(options.save, "games")
                report.records = writer.path
            job = PlayGames(run, keeps_records=writer is not None, log=log, audience=audience)
            _play_in_order(job, options, report, writer)
        except KeyboardInterrupt:
            of_all = f"{report.games} of {len(run.fixtures)} games"
            fail(f"interrupted after {of_all}, {report.where_saved()}", 130)
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
    job: PlayGames, options: MatchOptions, report: MatchReport, writer: RecordWriter | None
) -> None:
    """Play the games of the run in their order; write and count each one."""
    fixtures = report.run.fixtures
    blocks = game_blocks([GameTask(fixture) for fixture in fixtures], options.workers)
    quiet = options.as_json or report.run.has_person
    try:
        with (
            Interrupts() as interrupts,
            open_engine(job, options.workers) as engine,
            report.timed(),
            progress_bar(total=len(fixtures), quiet=quiet) as bar,
        ):
            for games in engine.results(blocks, in_order=True):
                for game in games:
                    with interrupts.postpone():  # a game that is saved is a game that is counted
                        if writer:
                            writer.add(game.line)
                        report.count(game)
                    bar.advance()
    except WorkersDied as died:
        raise ArenaError(
            f"{died} Without --workers the bots play here, and you see what happens"
        ) from None


def parse_options(options: Sequence[str]) -> dict[str, str]:
    """The options of a game, from texts such as `name=value`."""
    chosen = {}
    for text in options:
        name, equals, value = text.partition("=")
        if not equals:
            raise ArenaError(f"--option {text} has no value: write --option {text}=VALUE")
        chosen[name.strip()] = value.strip()
    return chosen
