"""`arena repro`: runs a bot again at one move of a saved game."""

import pdb
import sys
from bdb import BdbQuit
from pathlib import Path
from typing import Any

import click

from arena.cli.games.replay import read_games
from arena.cli.games.saved_games import SAVED_GAMES
from arena.common.errors import ArenaError
from arena.guest.protocol.safe_text import plain_lines
from arena.match.repro import reproduce


@click.command()
@click.argument("file", type=SAVED_GAMES, metavar="FILE|RUN")
@click.option(
    "--game",
    "--game-id",
    "game",
    metavar="GAME",
    help="The game: its number in the file, or its id.",
)
@click.option("--ply", type=int, help="The number of the move. Default: the first fault.")
@click.option("--pdb", "debug", is_flag=True, help="Stop in think() with Python's debugger.")
@click.option(
    "--show-output", is_flag=True, help="Also show what the bot printed before this move."
)
def repro(file: Path, game: str | None, ply: int | None, debug: bool, show_output: bool) -> None:
    """Run a bot again at one move of a saved game.

    FILE is a file of saved games, RUN the name of a saved run, such as r12. In the archive of a
    team, and in a published phase, the bots are beside the games.

    The bot gets the same view, the same seed and the same turns before this one. It runs in this
    process, so that you can use a debugger. Here it gets ten times its budget before it is late.
    Code in C, such as a long call of numpy, cannot be interrupted: Ctrl-\\ ends the command.
    """
    records = read_games(file, game)
    record = next((each for each in records if each.faults), records[0])
    if ply is None:
        if not record.faults:
            raise ArenaError(f"No game in {file} has a fault: name a move with --ply")
        ply = record.faults[0].ply
    scene = reproduce(record, ply, file if file.is_dir() else file.parent)
    click.echo(f"Game {record.id}, move {ply}: {scene.bot.spec} in seat {scene.seat}")
    if scene.changed:
        click.echo("The bot's file has changed since this game. The new version runs here.")
    click.echo(scene.position)
    if scene.printed and show_output:
        click.echo("In its earlier turns, the bot printed:")
        click.echo(plain_lines(scene.printed))
    elif scene.printed:
        click.echo("The bot printed something in its earlier turns. To see it, add --show-output.")
    if debug:
        click.echo("The debugger stops in think(). Help: h, next line: n, continue: c, leave: q.")
    elif scene.limit and scene.was_late:
        then = next((f": {fault.reason}" for fault in record.faults if fault.ply == ply), "")
        click.echo(f"The bot was late here{then}")
        click.echo(f"Now it gets {scene.limit:g} s.")
    sys.stdout.flush()
    try:
        now, text = scene.ask(_think_in_debugger if debug else None)
    except BdbQuit:
        click.echo("You have left the debugger before think() returned.")
        return
    click.echo(f"then: {scene.then}")
    fault = now.fault
    if fault is None:
        click.echo(f"now:  {text or 'an action that is not legal here'}")
        if scene.was_late and not debug:
            click.echo(f"It took {now.us / 1e6:.2g} s, and the budget is {scene.budget:g} s.")
    else:
        click.echo(f"now:  {fault.verdict}: {fault.reason}")
        if fault.traceback:
            click.echo(fault.traceback)


def _think_in_debugger(player: Any, observation: Any, budget: float) -> Any:
    """Call `think` in the debugger, which stops at its first line."""
    debugger = _Debugger(nosigint=True)
    answer = debugger.runcall(player.think, observation, budget)
    if debugger.is_left:
        raise BdbQuit
    return answer


class _Debugger(pdb.Pdb):
    """Python's debugger. It notes whether the user left it before the end."""

    is_left = False

    def set_quit(self) -> None:
        self.is_left = True
        super().set_quit()
