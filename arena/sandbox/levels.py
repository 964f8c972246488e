"""Which isolation level a bot gets, and which levels are available on this machine.

The table of levels is `arena/guest/protocol/levels.py`. Before the arena calls a level available,
it starts a box there and lets a bot try to get out (`probe.py`).
"""

import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from tempfile import NamedTemporaryFile

from arena.bots.bot import Bot
from arena.bots.code import read_code
from arena.common.errors import ArenaError, Unavailable
from arena.guest.protocol.levels import FOR_STRANGERS, INPROCESS, LEVELS, PROCESS, SANDBOX, Files
from arena.sandbox.box_seat import BoxedSeat, SeatTerms
from arena.sandbox.boxes import subprocess_box
from arena.sandbox.boxes.fork_server import Boxes, ForkServer
from arena.sandbox.docker.containers import Containers
from arena.sandbox.host.cleanup import prefix, sweep
from arena.sandbox.host.packages import ALLOWED
from arena.sandbox.timing.cores import shared_core_text
from Game.core.game import Game
from Game.core.options import nearest
from Game.registry import DEFAULT_GAME, find

AUTO = "auto"
TRUST = "--i-trust-these-bots"
PROBE = Path(__file__).with_name("probe.py")
SEALED = "sealed"  # the probe's name if it could not get out


def levels_for(requested: str, bots: Sequence[Bot], trusted: bool = False) -> list[str]:
    """The level of each bot. Refuses if the requested level is not available.

    `trusted`: the user allows the bots to do everything that the user may do.
    """
    if requested == AUTO:
        return [strongest(trusted) if is_strange(bot) else INPROCESS.name for bot in bots]
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
    """Is it a stranger's file, and not a house bot or an object of this process?"""
    return bot.is_file and bot.player is None


def has_sandbox() -> bool:
    """Has this machine a level that is safe for strangers' files?"""
    return any(not unavailable(level) for level in FOR_STRANGERS)


def strongest(trusted: bool = False) -> str:
    """The best level for strangers' files on this machine."""
    for level in FOR_STRANGERS:
        if not unavailable(level):
            return level
    if trusted and not unavailable(PROCESS.name):
        return PROCESS.name
    instead = "--isolation inprocess" if trusted else TRUST
    raise Unavailable(
        f"Nothing here keeps a bot from your files: {unavailable(SANDBOX.name)}. "
        f"If it is yours, or you trust it: {instead}"
    )


def caution(requested: str, levels: Sequence[str]) -> str:
    """A warning before bots play at these levels; empty if there is none."""
    rows = [LEVELS[level] for level in levels]
    has_weak_boxes = any(row.is_boxed and not row.is_for_strangers for row in rows)
    if has_weak_boxes and (requested == AUTO or subprocess_box.lacks_fork_servers()):
        limits = ", use all of its memory" if subprocess_box.lacks_fork_servers() else ""
        return (
            f"WARNING: bots play at level 'process'. They can read and change all that you can on "
            f"this machine{limits} and reach the network. Play only bots that you trust"
        )
    weaker = [row for row in rows if row.files in (Files.LINKS, Files.IMAGE)]
    if requested == AUTO and weaker:
        sees = ", but they can see which files and processes exist"
        return (
            f"bots from files play at level {weaker[0].name!r}: {unavailable(SANDBOX.name)}. They "
            f"reach no files and no network{sees if weaker[0].files is Files.LINKS else ''}. A bot "
            f"can remember a little from game to game (docs/sandbox.md)"
        )
    return ""


def partner_caution(levels: Sequence[str], game: Game, workers: int) -> str:
    """A warning if partners are isolated except for their core; empty if there is no reason."""
    has_partners = max(map(len, game.sides)) > 1
    if not has_partners or not any(LEVELS[level].filters_calls for level in levels):
        return ""
    return shared_core_text(workers)


@cache
def unavailable(level: str) -> str:
    """Why this machine does not have the level; empty if it has."""
    row = LEVELS[level]
    if not row.is_boxed:
        return ""
    if row.needs_linux and not sys.platform.startswith("linux"):
        return "it needs Linux"
    try:
        fork_server = boxes_at(level)
    except Unavailable as error:
        return str(error)
    except OSError as error:
        return f"it does not start: {error}"
    try:
        escapes = find_escapes(fork_server)
    except ArenaError as error:
        return str(error)
    finally:
        fork_server.close()
    if row.is_for_strangers and escapes != SEALED:
        return f"a bot that tried to get out of it could {escapes}"
    return ""


def boxes_at(level: str, packages: Sequence[str] = ALLOWED, family: int = 0) -> Boxes:
    """A new source of boxes at a level, with these installed packages in them.

    `family` counts the fork servers of a level: the boxes of partners come from different ones.
    """
    row = LEVELS[level]
    if row.has_container:
        return Containers(packages)
    if not row.needs_linux and subprocess_box.lacks_fork_servers():
        return subprocess_box.SubprocessBoxes()
    return ForkServer(level, packages, family)


def find_escapes(boxes: Boxes) -> str:
    """Run the probe in a box. Returns the ways out that it has found, or `SEALED`."""
    sweep()
    code = read_code(PROBE)
    with NamedTemporaryFile(prefix=prefix()) as secret:
        Path(secret.name).chmod(0o644)  # so that only the box protects it from the bot
        arguments = f"({secret.name!r})"
        bot = Bot(str(PROBE), PROBE, "", "", is_file=True, code=code, arguments=arguments)
        seat = BoxedSeat(boxes, bot, find(DEFAULT_GAME)(), SeatTerms(1.0, clock=True))
        try:
            return seat.name()
        finally:
            seat.close()
