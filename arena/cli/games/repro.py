"""`arena repro`: a bot back in the position where something happened."""

import pdb
from pathlib import Path
from typing import Any

import click

from arena.cli.games.replay import chosen
from arena.common.errors import ArenaError
from arena.match.repro import reproduce


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--game-id", "game", metavar="GAME", help="The game: its number in the file, or id.")
@click.option("--ply", type=int, help="The move. Without it, the first fault of the game.")
@click.option("--pdb", "debug", is_flag=True, help="Stop in think, in Python's debugger.")
def repro(file: Path, game: str | None, ply: int | None, debug: bool) -> None:
    """Put a bot back where it was in a saved game.

    The same view, the same seed, the same turns before it; in this process, so that you can look.
    """
    records = chosen(file, game)
    record = next((each for each in records if each.faults), records[0])
    if ply is None:
        if not record.faults:
            raise ArenaError(f"No game in {file} has a fault: say which move with --ply")
        ply = record.faults[0].ply
    scene = reproduce(record, ply, _debugged if debug else None)
    click.echo(f"Game {record.id}, move {ply}: {scene.bot.spec} in seat {scene.seat}")
    if scene.changed:
        click.echo("The file has changed since: this is the new version.")
    click.echo(scene.position)
    click.echo(f"then: {scene.then}")
    fault = scene.now.fault
    if fault is None:
        click.echo(f"now:  {scene.text or 'something that is not legal here'}")
    else:
        click.echo(f"now:  {fault.verdict}: {fault.reason}")
        if fault.traceback:
            click.echo(fault.traceback)


def _debugged(player: Any, observation: Any, budget: float) -> Any:
    """Calls think under the debugger, which stops at its first line."""
    return pdb.Pdb(nosigint=True).runcall(player.think, observation, budget)
