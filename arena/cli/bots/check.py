"""`arena check`: the admission test, as a student runs it."""

from pathlib import Path

import click

from arena.bots.bot import find
from arena.cli import fail, warn
from arena.cli.numbers import Within
from arena.common.errors import ArenaError
from arena.common.games import game_of
from arena.guest.protocol.levels import BOXED, LEVELS
from arena.match.admission import examine
from arena.match.run import LONGEST_BUDGET
from arena.sandbox.host.packages import ALLOWED
from arena.sandbox.levels import AUTO, TRUST, caution, levels_for, strongest

MOST_POSITIONS = 1_000_000


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--game", default="brisca", show_default=True, help="Which game it plays, or a file *.gdl."
)
@click.option(
    "--budget",
    type=Within(0.0, LONGEST_BUDGET, above=True),
    default=1.0,
    show_default=True,
    metavar="SECONDS",
    help="Time for each move.",
)
@click.option(
    "--positions",
    type=Within(1, MOST_POSITIONS),
    default=500,
    show_default=True,
    metavar="N",
    help="How many it is shown.",
)
@click.option(
    "--isolation",
    default=AUTO,
    show_default=True,
    metavar="LEVEL",
    help=f"Where: auto, or one of {', '.join(BOXED)}.",
)
@click.option(TRUST, "trusted", is_flag=True, help="Try it also where nothing keeps it apart.")
@click.option(
    "--package",
    "packages",
    multiple=True,
    default=ALLOWED,
    show_default=True,
    metavar="NAME",
    help="What it may import besides Python's own; give all that are allowed.",
)
def check(
    file: Path,
    game: str,
    budget: float,
    positions: int,
    isolation: str,
    trusted: bool,
    packages: tuple[str, ...],
) -> None:
    """Say whether a bot may compete: try it as the competition will.

    Tells for each step whether it is well, and what to do where it is not.
    """
    level = strongest(trusted) if isolation == AUTO else isolation
    levels_for(level, [])
    if not LEVELS[level].is_boxed:
        raise ArenaError(f"A bot is examined in a box: --isolation takes {', '.join(BOXED)}")
    warn(caution(isolation, [level]))
    bad = 0
    for step in examine(find(str(file)), game_of(game, {}), level, budget, positions, packages):
        click.echo(f"{'ok ' if step.ok else 'NO '} {step.said}")
        if not step.ok:
            bad += 1
            for line in step.advice.splitlines():
                click.echo(f"      {line}")
    if bad:
        fail(f"{file} is not ready: {bad} {'step fails' if bad == 1 else 'steps fail'}", 1)
    click.echo(f"Ready to be handed in, as examined at level {level}.")
