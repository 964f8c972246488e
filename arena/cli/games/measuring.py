"""Measures how strong the house bots are in a game, for `arena gym`."""

from pathlib import Path
from typing import Protocol

import click

from arena.cli import warn
from arena.cli.games.playing import WorkOptions
from arena.cli.progress import progress_bar
from arena.cli.workforce import workforce
from arena.gym.ladder import Ladder, own_path, save_ladder
from arena.gym.measuring import GAMES as LADDER_GAMES
from arena.gym.measuring import ladder_run, measure
from Game.core.game import Game


class MeasureOptions(WorkOptions, Protocol):
    """The options of `arena gym` that matter here."""

    @property
    def games(self) -> int | None: ...

    @property
    def measure(self) -> bool: ...

    @property
    def simulations(self) -> int | None: ...

    @property
    def out(self) -> Path | None: ...


def measure_ladder(game: Game, options: MeasureOptions) -> Ladder:
    """Measure the ladder of a game and save it. With --measure, print it."""
    games = (options.games or LADDER_GAMES) if options.measure else LADDER_GAMES
    run = ladder_run(game, games, options.simulations)
    if not options.measure:
        click.echo(
            f"The strengths of the house bots in {game.title} with these options are not known. "
            f"They are measured once: {len(run.fixtures)} games.",
            err=True,
        )
    total = len(run.fixtures)
    left_out: list[str] = []
    with (
        workforce(options.on, options.keys, options.workers) as (workers, open_engine),
        progress_bar("the ladder", total, quiet=options.as_json, lines=True) as bar,
    ):
        bar.begin("the ladder", total)
        ladder = measure(run, workers, bar.advance, left_out.append, open_engine)
    for sentence in left_out:
        warn(sentence)
    path = options.out or own_path(game)
    save_ladder(ladder, path)
    if options.measure:
        for rung in ladder.rungs:
            click.echo(f"{rung.bot:32} {rung.rating:6.0f}  ({rung.low:.0f} to {rung.high:.0f})")
        click.echo(f"{total} games of {game.title}; the ladder: {path}")
    return ladder
