"""The levels of isolation: which there are, and which this machine and this version offer."""

from arena.errors import ArenaError
from Game.core.options import nearest

# Level -> why it cannot be had; nothing where it can.
LEVELS = {
    "inprocess": "",
    "process": "this version of Card Arena does not have it yet",
    "sandbox": "this version of Card Arena does not have it yet",
    "docker": "this version of Card Arena does not have it yet",
}


def require(level: str) -> None:
    """Refuse a level that is not to be had, rather than play at a lower one."""
    if level not in LEVELS:
        raise ArenaError(f"There is no isolation level {level!r}. " + nearest(level, list(LEVELS)))
    if LEVELS[level]:
        raise ArenaError(
            f"The isolation level {level!r} is not available: {LEVELS[level]}. "
            f"For bots that you trust: --isolation inprocess"
        )
