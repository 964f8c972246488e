"""`arena export`: makes a bot of a trained network."""

import shlex
from collections.abc import Mapping
from pathlib import Path

import click

from arena.common.extras import needs_extra
from arena.common.sizes import size_text

USUAL = "brisca"  # the game of a command that names none


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    required=True,
    metavar="BOT",
    help="The folder of the bot, or an archive NAME.zip.",
)
def export(folder: Path, output: Path) -> None:
    """Make a bot of a trained network.

    DIR is the folder of a run of `arena train`. The bot is a package: a Python file and the weights
    of the network. It needs numpy, and you can play with it and hand it in.
    """
    with needs_extra("learn", "arena export"):
        from arena.learn.training.export import export
        from arena.learn.training.run import open_run
    run = open_run(folder)
    size = export(run, output)
    click.echo(f"{output}: {size_text(size)}")
    click.echo(f"Try it: {trial(str(output), run.settings.game, run.settings.options)}")


def trial(bot: str, game: str, options: Mapping[str, str]) -> str:
    """A command that tries the bot in the game that it has learned."""
    if not options:
        return shlex.join(["arena", "check", bot, *([] if game == USUAL else ["--game", game])])
    words = [word for name, value in options.items() for word in ("--option", f"{name}={value}")]
    return shlex.join(["arena", "play", bot, "random", "--game", game, *words])
