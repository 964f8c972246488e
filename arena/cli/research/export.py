"""`arena export`: makes a bot of a trained network."""

import shlex
from pathlib import Path

import click

from arena.common.extras import needs_extra
from arena.common.sizes import size_text


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
    size = export(open_run(folder), output)
    click.echo(f"{output}: {size_text(size)}")
    click.echo(f"Try it: arena check {shlex.quote(str(output))}")
