"""`arena analyse`: what kind of game a game is."""

from pathlib import Path

import click

from arena.cli.games.play import pairs
from arena.cli.research.experiment import SEED, WORKERS, checked, run
from arena.common.games import game_of
from arena.experiments.analysis.asked import analysis, asked


@click.command()
@click.argument("game")
@click.option(
    "-n", "--games", default=1000, show_default=True,
    help="How many games of random players, for each number of players and each variant; as many "
    "again with one who thinks.",
)  # fmt: skip
@click.option(
    "--players",
    metavar="A..B",
    help="For how many players, such as 4 or 2..5; else for every number that the game is for.",
)
@click.option(
    "--option",
    "options",
    multiple=True,
    metavar="K=V",
    help="A variant of the game; `arena games` lists them.",
)
@click.option(
    "--sweep",
    metavar="NAME=A..B",
    help="An option, or a number that a description declares, to be tried with several values: "
    "cards=6..1, or goal=20,12.",
)
@SEED
@WORKERS
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Where the page goes; else Out/analyse- and the game's name.",
)
def analyse(
    game: str, games: int, players: str | None, options: tuple[str, ...], sweep: str | None,
    seed: str, workers: str, out: Path | None,
) -> None:  # fmt: skip
    """Measure what kind of game a game is.

    GAME is a name from `arena games`, or a file in the RECYCLE language (*.gdl). Is there
    anything to choose, does luck decide, does thinking help? Random players and players who try
    their moves in imagined worlds play it, and a page with plots, and a CSV file for each of its
    tables, say what was found; docs/experiments.md says what is measured. After Ctrl-C the same
    command goes on where it was.
    """
    meant = game_of(game, pairs(options))
    setting = asked(meant, checked(games, "--games"), seed, players, sweep)
    run(analysis(), setting, out or Path("Out") / f"analyse-{Path(game).stem.lower()}", workers)
