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

import Game
import Players
from arena.common.version import __version__
from arena.sandbox.levels import unavailable
from arena.sandbox.timing.busy_machine import ENOUGH, our_share
from arena.workers.portable import Needs
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
    code: str  # a hash of all files that play
    python: str
    built: str  # a hash of the sources of the compiled modules; empty if the rules are interpreted
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
        built=built_from(),
        levels={level: unavailable(level) for level in levels},
        packages={package: package_version(package) for package in packages},
        speed=speed(),
        share=our_share(),
        job=os.environ.get(JOB, ""),
    )


def why_refused(here: MachineFacts, there: MachineFacts, needs: Needs) -> str:
    """Why the games of a job with these needs must not be played there; empty if they may.

    `here` are the facts of the arena's own machine. What both lack, or nobody needs, is no reason.
    """
    if there.arena != here.arena:
        return f"it has Card Arena {there.arena}, and the arena {here.arena}: install the same"
    if there.code != here.code:
        return "its files of Card Arena differ from those of the arena: install the same commit"
    if bool(there.built) != bool(here.built):
        kinds = "interpreted", "compiled"
        return (
            f"its rules are {kinds[bool(there.built)]}, and those of the arena "
            f"{kinds[bool(here.built)]}: run `make build` on both"
        )
    if there.built != here.built:
        return (
            "its compiled rules come from other sources than those of the arena: run `make build` "
            "on both, or install the same package"
        )
    if there.python != here.python:
        return f"it has Python {there.python}, and the arena {here.python}: install the same"
    for package in needs.packages:
        theirs, ours = there.packages.get(package, ""), here.packages.get(package, "")
        if ours != theirs:
            return (
                f"bots may import {package}: it has {theirs or 'none'}, and the arena has "
                f"{ours or 'none'}: install the same version"
            )
    for level in needs.levels:
        why_not = there.levels.get(level, "")
        if why_not and not here.levels.get(level, ""):
            return f"it does not have the isolation level {level}: {why_not}"
    return ""


def why_untimed(there: MachineFacts) -> str:
    """Why a machine gets no bots that are on the clock; empty if it may."""
    if there.share < BUSY:
        return f"it is too busy: a thread gets {there.share:.0%} of a core. End its other programs"
    return ""


# The files that decide how a game is played: code, described games, and the networks of bots. A
# wheel has the same ones as a repository. The sources of compiled modules are in `built_from`.
CODE = {
    "arena": ("*.py",),
    "Game": ("*.py", "*.gdl", "*.rcy"),
    "Players": ("*.py", "*.npy", "*.json"),
}


@cache
def code_hash() -> str:
    """A hash of all files that play."""
    return hash_of(Path(Players.__path__[0]).parent)


def hash_of(code: Path) -> str:
    """A hash of the files that play in this folder, which has the rooms of the arena."""
    digest = sha256()
    for room, kinds in CODE.items():
        files = [path for kind in kinds for path in (code / room).rglob(kind)]
        if room == "Players":  # the user's own bots travel with the jobs
            ours = Players.comes_with_the_arena
            files = [path for path in files if ours(path.relative_to(code / room))]
        for path in sorted(files):
            name, content = path.relative_to(code).as_posix(), path.read_bytes()
            digest.update(f"{name}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()


def built_from() -> str:
    """A hash of the sources that the compiled modules come from; empty if they are not compiled.

    A compiled module hides its source, and may be older. `setup.py` writes the hash.
    """
    if not is_compiled():
        return ""
    file = Path(Game.__path__[0]) / "compiled.sha256"
    return file.read_text("ascii").strip() if file.is_file() else "unknown"


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
