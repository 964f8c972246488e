"""`arena games` and `arena bots`: the lists of games and of house bots."""

import click

from arena.bots.bot import about, house_bots
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
    """List the house bots."""
    for name, path in house_bots().items():
        click.echo(f"{name:14} {about(path)}")
