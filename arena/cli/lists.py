"""`arena games` and `arena bots`: the lists of games and of house bots."""

import shutil
from pathlib import Path

import click

from arena.bots.bot import about, bots_in, house_bots, own_bots
from Game.registry import find, names


@click.command()
def games() -> None:
    """List the games and their options."""
    for name in names():
        game = find(name)
        click.echo(f"{name}: {game.about}")
        for option in game.options:
            choices = " or ".join(option.choices)
            click.echo(f"    --option {option.name}={choices}   {option.about}")
            click.echo(f"        default: {option.default}")


@click.command()
def bots() -> None:
    """List the house bots, and your own bots, in the folder Players and in this one."""
    yours = own_bots() | {f"{path}": path for path in bots_in(Path())}
    for title, listed in (("House bots:", house_bots()), ("Your own bots:", yours)):
        if listed:
            click.echo(title)
        for name, path in listed.items():
            start, width = f"  {name:14} ", shutil.get_terminal_size().columns
            click.echo(click.wrap_text(about(path), width, start, " " * len(start)))
