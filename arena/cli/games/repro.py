"""`arena repro`: runs a bot again at one move of a saved game."""

import pdb
import sys
from bdb import BdbQuit
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import click

from arena.cli import warn
from arena.cli.games.replay import read_games
from arena.cli.games.saved_games import SAVED_GAMES
from arena.cli.shared_options import PACKAGES
from arena.common.errors import ArenaError
from arena.guest.protocol.safe_text import plain, plain_lines, quote
from arena.match.repro import (
    ReproScene,
    difference,
    entry_at,
    named_bot,
    recorded_bot,
    reproduce,
    reproduce_in_debugger,
)
from arena.replay.record import Record
from arena.sandbox.levels import AUTO, TRUST, caution, is_strange, strongest


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
@click.option(
    "--bot",
    "named",
    metavar="BOT",
    help="The bot to run, such as a new version of its file. Default: the bot that played, if it "
    "has the hash in the record.",
)
@click.option(
    "--pdb",
    "debug",
    is_flag=True,
    help=f"Stop in think() with Python's debugger, in the arena's own process. Needs --bot and "
    f"{TRUST}.",
)
@click.option(
    TRUST,
    "trusted",
    is_flag=True,
    help="Run the bot even if this machine cannot isolate it, or in the debugger.",
)
@PACKAGES
@click.option(
    "--show-output", is_flag=True, help="Also show what the bot printed before this move."
)
def repro(
    file: Path,
    game: str | None,
    ply: int | None,
    named: str | None,
    debug: bool,
    trusted: bool,
    packages: tuple[str, ...],
    show_output: bool,
) -> None:
    """Run a bot again at one move of a saved game.

    FILE is a file of saved games, RUN the name of a saved run, such as r12. In the archive of a
    team, and in a published phase, the bots are beside the games.

    The bot gets the same view, the same seed and the same turns before this one. It runs in a box,
    at the strongest isolation level of this machine. Here it gets ten times its budget before it is
    late.

    A file that only the saved game names is run only if it has not changed since. Name a changed
    file with --bot.
    """
    if debug and not (trusted and named):
        raise ArenaError(
            f"--pdb runs the bot in the arena's own process, where it may do everything that you "
            f"may do. If it is your bot, or you trust it, name it and say so: --bot FILE {TRUST}"
        )
    records = read_games(file, game)
    record = next((each for each in records if each.faults), records[0])
    if ply is None:
        if not record.faults:
            raise ArenaError(f"No game in {file} has a fault: name a move with --ply")
        ply = record.faults[0].ply
    entry = entry_at(record, ply)
    folder = file if file.is_dir() else file.parent
    bot = named_bot(named, entry) if named else recorded_bot(entry, folder)
    with ExitStack() as leaving:
        if debug:
            place, scene = "this process", reproduce_in_debugger(record, ply, bot, _debug_think)
        else:
            level = strongest(trusted or not is_strange(bot))
            warn(caution(AUTO, [level]))
            place = f"a box (level {level})"
            scene = leaving.enter_context(reproduce(record, ply, bot, level, packages))
        _show(plain(f"Game {record.id}, move {ply}: {bot.spec} in seat {scene.seat}, in {place}"))
        if bot.sha256 != entry.sha256:
            _show(difference(bot, entry))
        _play(record, ply, scene, debug, show_output)


def _play(record: Record, ply: int, scene: ReproScene, debug: bool, show_output: bool) -> None:
    """Show the position, let the bot play there, and show its turn."""
    _show(scene.position)
    if scene.printed and show_output:
        click.echo(quote("In its earlier turns, the bot printed:", scene.printed))
    elif scene.printed:
        _show("The bot printed something in its earlier turns. To see it, add --show-output.")
    if debug:
        _show("The debugger stops in think(). Help: h, next line: n, continue: c, leave: q.")
    elif scene.limit and scene.was_late:
        then = next((f": {plain(fault.reason)}" for fault in record.faults if fault.ply == ply), "")
        _show(f"The bot was late here{then}\nNow it gets {scene.limit:g} s.")
    sys.stdout.flush()
    try:
        now, text, printed = scene.play()
    except BdbQuit:
        _show("You have left the debugger before think() returned.")
        return
    if printed:
        click.echo(quote("In this turn, the bot printed:", printed))
    _show(f"then: {plain(scene.then)}")
    fault = now.fault
    if fault is None:
        _show(f"now:  {text or 'an action that is not legal here'}")
        if scene.was_late and not debug:
            _show(f"It took {now.us / 1e6:.2g} s, and the budget is {scene.budget:g} s.")
        return
    _show(f"now:  {fault.verdict}: {plain(fault.reason)}")
    if now.excuse:
        _show(f"The machine may have caused this: {now.excuse}")
    if fault.traceback:
        click.echo(quote("The bot's traceback:", fault.traceback))


def _show(text: str) -> None:
    """Print a text. Saved games may come from strangers, so it is made safe first."""
    click.echo(plain_lines(text))


def _debug_think(player: Any, observation: Any, budget: float) -> Any:
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
