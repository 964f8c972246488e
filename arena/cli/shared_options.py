"""Options that several commands have, with the same meaning in each."""

import click

from arena.sandbox.host.packages import ALLOWED
from Game.recycle.reading.dialects import DIALECTS

GAME_OPTIONS = click.option(
    "--option",
    "options",
    multiple=True,
    metavar="K=V",
    help="An option of the game; `arena games` lists them.",
)
DIALECT = click.option(
    "--dialect",
    type=click.Choice(DIALECTS),
    help="The dialect of a game from a file. Default: 0.5 for *.rcy, 0.4 for *.gdl, or what a "
    "comment in the file says.",
)
PACKAGES = click.option(
    "--package",
    "packages",
    multiple=True,
    default=ALLOWED,
    show_default=True,
    metavar="NAME",
    help="A package that a bot in a box may import. Repeat it for several: they replace the "
    "default.",
)
