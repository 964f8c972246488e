"""`arena games` and `arena bots`: what there is."""

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
            click.echo(f"        {option.default!r} unless you say otherwise")


@click.command()
def bots() -> None:
    """List the bots of the house."""
    for name, path in house_bots().items():
        click.echo(f"{name:14} {about(path)}")
