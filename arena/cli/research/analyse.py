"""`arena analyse`: measures choice, luck and skill in a game."""

from pathlib import Path

import click

from arena.cli.games.beginning import parse_options
from arena.cli.research.experiment import SEED, WORKERS, check_number, run
from arena.cli.shared_options import DIALECT, GAME_OPTIONS
from arena.cli.workforce import on_options
from arena.common.games import game_of
from arena.experiments.analysis.request import analysis, new_setting


@click.command()
@click.argument("game")
@click.option(
    "-n", "--games", default=1000, show_default=True,
    help="Number of games of random players, for each number of players and each variant. As many "
    "are played with one player who thinks.",
)  # fmt: skip
@click.option(
    "--players",
    metavar="A..B",
    help="The number of players, such as 4 or 2..5. Default: every number that the game allows.",
)
@GAME_OPTIONS
@DIALECT
@click.option(
    "--sweep",
    metavar="NAME=A..B",
    help="Try several values of an option, or of a number that a description declares: "
    "cards=6..1, or goal=20,12.",
)
@SEED
@WORKERS
@on_options
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="The folder of the page. Default: Out/analyse-GAME.",
)
def analyse(
    game: str, games: int, players: str | None, options: tuple[str, ...],
    dialect: str | None, sweep: str | None, seed: str, workers: str, on: str | None,
    keys: Path | None, out: Path | None,
) -> None:  # fmt: skip
    """Measure choice, luck and skill in a game.

    GAME is a name from `arena games`, or a file in the RECYCLE language (*.rcy or *.gdl). Do
    players have choices? Does luck decide? Does thinking help? Random players play the game, and
    players who try their moves in imagined worlds. The results are a page with plots, and a CSV
    file for each table. docs/experiments.md explains the measures. After Ctrl-C, run the command
    again to continue.
    """
    meant = game_of(game, parse_options(options), dialect=dialect)
    setting = new_setting(meant, check_number(games, "--games"), seed, players, sweep)
    folder = out or Path("Out") / f"analyse-{Path(game).stem.lower()}"
    run(analysis(), setting, folder, workers, on, keys)
