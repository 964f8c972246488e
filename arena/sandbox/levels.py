"""The levels of isolation: which a bot gets, which there are on this machine, and why not others.

    inprocess  in our own process: for the bots of the house, and for debugging
    process    a process of its own with limits; it can read files and reach the network
    sandbox    a bubblewrap sandbox: no files but Python's, no network, few calls to the kernel
    docker     a container for each seat

A level is not believed for its version number: it is tried, with a bot that tries to get out.
"""

import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from tempfile import NamedTemporaryFile

from arena.bots import Bot
from arena.errors import ArenaError
from arena.sandbox.boxed import BoxedSeat
from arena.sandbox.containers import Containers
from arena.sandbox.leftovers import prefix, sweep
from arena.sandbox.nursery import Boxes, Nursery, Unavailable
from Game.core.options import nearest
from Game.registry import find

LEVELS = ("inprocess", "process", "sandbox", "docker")
AUTO = "auto"
BOXED = ("process", "sandbox", "docker")
PROBE = Path(__file__).with_name("probe.py")
SEALED = "sealed"  # what the probe calls itself when nothing that it tried worked


def levels_for(requested: str, bots: Sequence[Bot]) -> list[str]:
    """The level that each bot plays at. Refuses rather than give less than was asked for."""
    if requested == AUTO:
        return [strongest() if bot.is_file and bot.player is None else "inprocess" for bot in bots]
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


def strongest() -> str:
    """The best level for strangers' files on this machine."""
    for level in ("sandbox", "docker", "process"):
        if not unavailable(level):
            return level
    raise Unavailable(
        f"Bots from files cannot be kept apart on this machine ({sys.platform}): "
        f"{unavailable('sandbox')}. For bots that you trust: --isolation inprocess"
    )


@cache
def unavailable(level: str) -> str:
    """Why a level cannot be had here; nothing where it can."""
    if level == "inprocess":
        return ""
    if sys.platform != "linux":
        return "it needs Linux"
    try:
        nursery = boxes_at(level)
    except Unavailable as error:
        return str(error)
    except OSError as error:
        return f"it does not start: {error}"
    try:
        found = tried(nursery)
    except ArenaError as error:
        return str(error)
    finally:
        nursery.close()
    if level != "process" and found != SEALED:
        return f"a bot that tried to get out of it could {found}"
    return ""


def boxes_at(level: str) -> Boxes:
    """Where the boxes of a level come from."""
    return Containers() if level == "docker" else Nursery(level)


def tried(boxes: Boxes) -> str:
    """What a bot that tries to get out can do in a box."""
    sweep()
    source = PROBE.read_bytes()
    with NamedTemporaryFile(prefix=prefix()) as secret:
        Path(secret.name).chmod(0o644)  # so that only the box can be what keeps it from the bot
        arguments = f"({secret.name!r})"
        bot = Bot(str(PROBE), PROBE, "", "", is_file=True, source=source, arguments=arguments)
        seat = BoxedSeat(boxes, bot, find("brisca")(), budget=1.0, clock=True)
        try:
            return seat.name()
        finally:
            seat.close()
