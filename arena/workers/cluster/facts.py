"""What the arena must know about a machine before games are played there."""

import os
import socket
import sys
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, packages_distributions, version
from pathlib import Path
from time import perf_counter

from msgspec import Struct

import Players
from arena.common.version import __version__
from arena.sandbox.levels import unavailable
from arena.sandbox.timing.busy_machine import ENOUGH, our_share
from arena.workers.queues.terms import JOB
from Game.core.build import is_compiled
from Game.core.stream import Stream
from Game.registry import DEFAULT_GAME, find

LOOKS = 5  # measurements of a machine's speed; the best one counts
PLAYOUTS = 2000  # imagined games in one measurement
BUSY = 2 * ENOUGH  # a machine that joins has nothing to do yet, so it should get a whole core


class MachineFacts(Struct, frozen=True):
    host: str
    arena: str
    code: str  # a hash of all Python files of the arena, the bots and the rules
    python: str
    compiled: bool
    levels: dict[str, str]  # isolation level -> why it is not available here; empty if it is
    packages: dict[str, str]  # those that bots may import -> version
    speed: float  # imagined games in a second, on one core
    share: float  # of a core that a thread gets now
    job: str = ""  # in a queue, if it is there for one command only


def examine(levels: Sequence[str], packages: Sequence[str]) -> MachineFacts:
    """The facts of this machine, with these isolation levels and packages."""
    return MachineFacts(
        host=socket.gethostname(),
        arena=__version__,
        code=code_hash(),
        python="{}.{}".format(*sys.version_info[:2]),
        compiled=is_compiled(),
        levels={level: unavailable(level) for level in levels},
        packages={package: package_version(package) for package in packages},
        speed=speed(),
        share=our_share(),
        job=os.environ.get(JOB, ""),
    )


def why_refused(here: MachineFacts, there: MachineFacts) -> str:
    """Why games must not be played there; empty if they may.

    `here` are the facts of the arena's own machine.
    """
    if there.arena != here.arena:
        return f"it has Card Arena {there.arena}, and the arena {here.arena}: install the same"
    if there.code != here.code:
        return "its files of Card Arena differ from those of the arena: install the same commit"
    if there.compiled != here.compiled:
        kinds = "interpreted", "compiled"
        return (
            f"its rules are {kinds[there.compiled]}, and those of the arena "
            f"{kinds[here.compiled]}: run `make build` on both"
        )
    if there.python != here.python:
        return f"it has Python {there.python}, and the arena {here.python}: install the same"
    for package, theirs in there.packages.items():
        ours = here.packages.get(package, "")
        if ours != theirs:
            return (
                f"bots may import {package}: it has {theirs or 'none'}, and the arena has "
                f"{ours or 'none'}: install the same version"
            )
    for level, why_not in there.levels.items():
        if why_not and not here.levels.get(level, ""):
            return f"it does not have the isolation level {level}: {why_not}"
    return ""


def why_untimed(there: MachineFacts) -> str:
    """Why a machine gets no bots that are on the clock; empty if it may."""
    if there.share < BUSY:
        return f"it is too busy: a thread gets {there.share:.0%} of a core. End its other programs"
    return ""


# The files that decide how a game is played. A `.pxd` does not: compiled and interpreted modules
# give the same results. And wheels have none, so an installed arena is equal to its repository.
CODE = ("*.py", "*.gdl", "*.rcy")


@cache
def code_hash() -> str:
    """A hash of all files that play."""
    digest = sha256()
    code = Path(Players.__path__[0]).parent
    for folder in (code / "arena", code / "Game", code / "Players"):
        files = [path for kind in CODE for path in folder.rglob(kind)]
        for path in sorted(files):
            digest.update(f"{path.relative_to(code)}\0".encode() + path.read_bytes())
    return digest.hexdigest()


def package_version(package: str) -> str:
    """The version of an installed package that bots may import; empty if it is not installed."""
    try:
        return version(package)
    except PackageNotFoundError:  # it is imported by another name than it is installed by
        names = packages_distributions().get(package, [])
        return ", ".join(version(name) for name in sorted(set(names)))


@cache
def speed() -> float:
    """How many games one core imagines in a second. The games are always the same ones."""
    state = find(DEFAULT_GAME)().deal(Stream(1))
    best = 0.0
    for _ in range(LOOKS):
        stream = Stream(1)
        started = perf_counter()
        for _ in range(PLAYOUTS):
            state.clone().playout(stream)
        best = max(best, PLAYOUTS / (perf_counter() - started))
    return best
