"""The levels of isolation: which a bot gets, which there are on this machine, and why not others.

    inprocess  in our own process: for the bots of the house, and for debugging
    process    a process of its own with limits; it can read files and reach the network
    reduced    as in a sandbox, but in the machine's own file system, closed by Landlock
    sandbox    a bubblewrap sandbox: no files but Python's, no network, few calls to the kernel
    docker     a container for each seat

A level is not believed for its version number: it is tried, with a bot that tries to get out.
"""

import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from tempfile import NamedTemporaryFile

from arena.bots.bot import Bot
from arena.common.errors import ArenaError
from arena.sandbox.box_seat import BoxedSeat
from arena.sandbox.boxes import subprocess_box
from arena.sandbox.boxes.fork_server import Boxes, ForkServer, Unavailable
from arena.sandbox.docker.containers import Containers
from arena.sandbox.host.cleanup import prefix, sweep
from arena.sandbox.host.packages import ALLOWED
from Game.core.options import nearest
from Game.registry import DEFAULT_GAME, find

LEVELS = ("inprocess", "process", "reduced", "sandbox", "docker")
AUTO = "auto"
BOXED = ("process", "reduced", "sandbox", "docker")
APART = ("sandbox", "docker", "reduced")  # that keep strangers' bots from us; the strongest first
TRUST = "--i-trust-these-bots"
PROBE = Path(__file__).with_name("probe.py")
SEALED = "sealed"  # what the probe calls itself when nothing that it tried worked


def levels_for(requested: str, bots: Sequence[Bot], trusted: bool = False) -> list[str]:
    """The level that each bot plays at. Refuses rather than give less than was asked for.

    With `trusted`, somebody has said that the bots may do here what he may.
    """
    if requested == AUTO:
        return [strongest(trusted) if is_strange(bot) else "inprocess" for bot in bots]
    if requested not in LEVELS:
        hint = nearest(requested, [AUTO, *LEVELS])
        raise ArenaError(f"There is no isolation level {requested!r}. {hint}")
    why_not = unavailable(requested)
    if why_not:
        raise Unavailable(
            f"The isolation level {requested!r} is not available: {why_not}. "
            f"For bots that you trust: --isolation inprocess"
        )
    return [requested] * len(bots)


def is_strange(bot: Bot) -> bool:
    """Is it somebody's file, and neither of the house nor an object of this process?"""
    return bot.is_file and bot.player is None


def strongest(trusted: bool = False) -> str:
    """The best level for strangers' files on this machine."""
    for level in APART:
        if not unavailable(level):
            return level
    if trusted and not unavailable("process"):
        return "process"
    instead = "--isolation inprocess" if trusted else TRUST
    raise Unavailable(
        f"Nothing here keeps a bot from your files: {unavailable('sandbox')}. "
        f"If it is yours, or you trust it: {instead}"
    )


def caution(requested: str, levels: Sequence[str]) -> str:
    """What is to be said before bots play at these levels; nothing where all is well."""
    if "process" in levels and (requested == AUTO or subprocess_box.is_all_there_is()):
        limits = ", use all of its memory" if subprocess_box.is_all_there_is() else ""
        return (
            f"WARNING: bots play at level 'process'. They can read and change whatever you can on "
            f"this machine{limits} and reach the network. Play only bots that you trust"
        )
    if "reduced" in levels and requested == AUTO:
        return (
            f"bots from files play at level 'reduced': {unavailable('sandbox')}. They reach no "
            f"files and no network, but see which files and processes there are"
        )
    return ""


@cache
def unavailable(level: str) -> str:
    """Why a level cannot be had here; nothing where it can."""
    if level == "inprocess":
        return ""
    if level != "process" and not sys.platform.startswith("linux"):
        return "it needs Linux"
    try:
        fork_server = boxes_at(level)
    except Unavailable as error:
        return str(error)
    except OSError as error:
        return f"it does not start: {error}"
    try:
        found = tried(fork_server)
    except ArenaError as error:
        return str(error)
    finally:
        fork_server.close()
    if level != "process" and found != SEALED:
        return f"a bot that tried to get out of it could {found}"
    return ""


def boxes_at(level: str, packages: Sequence[str] = ALLOWED, family: int = 0) -> Boxes:
    """Where the boxes of a level come from, with these packages of others in them.

    Partners are of different families: their boxes do not come from the same fork server.
    """
    if level == "docker":
        return Containers(packages)
    if level == "process" and subprocess_box.is_all_there_is():
        return subprocess_box.Spawned()
    return ForkServer(level, packages, family)


def tried(boxes: Boxes) -> str:
    """What a bot that tries to get out can do in a box."""
    sweep()
    source = PROBE.read_bytes()
    with NamedTemporaryFile(prefix=prefix()) as secret:
        Path(secret.name).chmod(0o644)  # so that only the box can be what keeps it from the bot
        arguments = f"({secret.name!r})"
        bot = Bot(str(PROBE), PROBE, "", "", is_file=True, source=source, arguments=arguments)
        seat = BoxedSeat(boxes, bot, find(DEFAULT_GAME)(), budget=1.0, clock=True)
        try:
            return seat.name()
        finally:
            seat.close()
