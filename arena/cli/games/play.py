"""`arena play` and `arena league`: matches between bots."""

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import click

from arena.cli import warn
from arena.cli.games.beginning import MatchOptions, begin, resume
from arena.cli.games.deciding import sequential_options, sequential_settings, stopping_rule
from arena.cli.games.playing import RunPlace, play_agenda
from arena.cli.games.report import MatchReport
from arena.cli.games.saved_games import SAVED_GAMES
from arena.cli.shared_options import DIALECT, GAME_OPTIONS, PACKAGES
from arena.cli.streams import reserve_output
from arena.cli.workforce import on_options
from arena.guest.protocol.levels import LEVELS
from arena.match.run import GAMES, remark_on_seed
from arena.sandbox.levels import TRUST, caution
from arena.store.runs import RECORDS, RUNS, continued_run, update_settings
from arena.workers.pairings import Agenda, Pairing, saved_games

OPTIONS = (
    click.argument("bots", nargs=-1, metavar="[GAME] BOT BOT..."),
    click.option("-n", "--games", type=int, metavar="N",
                 help=f"Number of games; in a league, of each pair. Default: {GAMES}, or with "
                 "--deals all of them."),
    click.option("--game", metavar="GAME",
                 help="The game: a name from `arena games`, or a file *.rcy or *.gdl. Default: "
                 "brisca."),
    GAME_OPTIONS,
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
    PACKAGES,
    click.option("--workers", default=1, show_default=True, metavar="N",
                 help="Number of processes that play at the same time."),
    on_options,
    click.option("--partner", metavar="BOT",
                 help="In games with partners, the bot that plays with a person. Default: the bot "
                 "of the other side."),
    click.option("--strict", is_flag=True, help="Stop at the first fault and show it in full."),
    click.option("--deals", type=SAVED_GAMES, metavar="FILE|RUN",
                 help="Play these deals: a file from `arena replay deals`, a file of saved games, "
                 "or a saved run such as r12."),
    click.option("--resume", metavar="RUN",
                 help="Continue this saved run, such as r12, with its bots and options. A higher "
                 "-n plays more games."),
    click.option("--save", type=click.Path(path_type=Path), metavar="DIR",
                 help=f"Write the records into this folder. Default: a new run in {RUNS}."),
    click.option("--wire-log", type=click.Path(path_type=Path), metavar="FILE",
                 help="Write all messages between the arena and bots in boxes into this file."),
    click.option("--show-output", is_flag=True,
                 help="Show what bots in boxes print. Bots in the arena's process print directly."),
    DIALECT,
    click.option("--as-first-engine", is_flag=True,
                 help="Let a game from a file imitate two mistakes of the first engine of "
                 "its language (docs/recycle-engine.md)."),
    click.option("--json", "as_json", is_flag=True, help="Print one JSON object and nothing else."),
)  # fmt: skip


def match_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options that all matches have."""
    for option in reversed(OPTIONS):
        command = option(command)
    return command


@click.command()
@match_options
@sequential_options
def play(
    until_decided: bool,
    elo0: float | None,
    elo1: float | None,
    alpha: float | None,
    beta: float | None,
    **options: Any,
) -> None:
    """Play a match between bots.

    You can name the game before the bots: a name from `arena games`, or a file in the RECYCLE
    language (*.rcy or *.gdl).

    Every deal is played once with each bot in each seat, so that all bots get the same cards. The
    games are saved under a name such as r12, for `arena watch r12`, `repro` and `replay`.
    """
    test = sequential_settings(until_decided, elo0, elo1, alpha, beta)
    _play("play", MatchOptions(**options, test=test))


@click.command()
@match_options
def league(**options: Any) -> None:
    """Play a match between each pair of bots.

    You can name the game before the bots: a name from `arena games`, or a file in the RECYCLE
    language (*.rcy or *.gdl).

    All pairs play the same deals. The games are saved under a name such as r12, for `arena watch
    r12`, `repro` and `replay`. --save also writes a leaderboard, index.html, into its folder.
    """
    _play("league", MatchOptions(**options))


def _play(command: str, options: MatchOptions) -> None:
    say = reserve_output() if options.as_json else None
    with ExitStack() as leaving:
        if options.resume is None:
            settings, run = begin(command, options)
            rule = stopping_rule(settings.test, run.bots) if settings.test else None
            place, saved = RunPlace.new(settings, options.save, leaving), {}
        else:
            folder, before = leaving.enter_context(continued_run(options.resume))
            settings, run = resume(command, options, before)
            rule = stopping_rule(settings.test, run.bots) if settings.test else None
            place, saved = RunPlace(folder, folder.name), saved_games(run, folder / RECORDS)
            update_settings(folder, settings)
        warn(caution(options.isolation, run.levels))
        warn(remark_on_seed(options.seed, run.bots))
        report = MatchReport(run, None, run_name=place.run, rule=rule)
        agenda = Agenda([Pairing(run.fixtures, rule, run.entries[0].name)], saved)
        go_on = f"arena {command} --resume {place.run}"
        play_agenda(agenda, run, place, report, options, go_on)
    if say:
        say(report.as_json())
    elif report.games:
        report.show()
    if command == "league" and options.save and report.records:
        from arena.pages.site.league_page import write

        page = report.records.with_name("index.html")
        write(page, run, list(report.lines.values()), report.pairs, report.records)
        click.echo(f"leaderboard: {page}", err=options.as_json)
