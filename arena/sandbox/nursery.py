"""Starts the warm parent of boxes (`arena/guest/nursery.py`) at a level, and asks it for boxes."""

import contextlib
import os
import secrets
import select
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Protocol

import msgspec

import arena
import Game
import Players
from arena.errors import ArenaError
from arena.guest.limits import Limits
from arena.sandbox import cgroups, hidden
from arena.sandbox.box import Box, number
from arena.sandbox.leftovers import prefix
from arena.sandbox.linked import LinkedBox
from arena.sandbox.packages import FOLDER

START = 20.0  # seconds for the warm parent to be ready, on a busy machine
BIRTH = 5.0  # seconds for a box
ENDING = 2.0  # seconds for the warm parent to end everything
FAMILY = 8  # boxes of one warm parent that are in use at once, and more than sit at a table
KEEPERS = 16  # processes besides those of bots: the warm parent, a keeper each, who is just ending
UID = 62022  # who bots run as when the arena is root: nobody else is
ENVIRONMENT = {
    "PYTHONHASHSEED": "0",
    "OPENBLAS_NUM_THREADS": "1",
    "MALLOC_ARENA_MAX": "1",  # each thread would take 64 MB of the bot's addresses
    "LANG": "C.UTF-8",
}

DEVICES = ("null", "zero", "full", "random", "urandom")  # no terminals: partners see them all


class Unavailable(ArenaError):
    """A level of isolation that cannot be had here, and why."""


class Boxes(Protocol):
    """Where boxes of a level come from."""

    level: str

    def box(self, limits: Limits) -> Box:
        """A new process, ready to be told which bot it is."""

    def close(self) -> None:
        """No more boxes; those that there are end."""


class Nursery:
    """Boxes from a warm parent on this machine: the levels `process`, `reduced` and `sandbox`."""

    def __init__(self, level: str) -> None:
        self.level = level
        self._group: cgroups.Group | None = None  # of the warm parent and all its boxes
        self._parent: int | None = None  # a descriptor of it, until it is put into its group
        if level == "sandbox":
            bubblewrap()
        as_root = level != "process" and os.geteuid() == 0
        command = plain_command if level == "process" else boxed_command
        self._linked = LinkedBox(box_files()) if level == "reduced" else None
        needs = needed() if as_root else []
        if self._linked is not None:
            command = self._linked.command
            needs += [self._linked.folder] if as_root else []
        if (closed := hidden.obstacle(needs)) is not None:
            if self._linked is not None:
                self._linked.remove()
            raise Unavailable(
                f"Bots run as a user of their own, who may not read {closed}. Have the arena "
                f"and its Python where everybody may read them, such as /opt"
            )
        barred = bool(hidden.bars(needs))
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115  # closed in close()
        with theirs:
            words = command(level, theirs.fileno())
            if barred:
                words = hidden.shown(words, UID, needs)
            self._process = subprocess.Popen(
                words,
                env=ENVIRONMENT,
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=self._errors,
                start_new_session=True,
                user=UID if as_root and not barred else None,
                group=UID if as_root and not barred else None,
                extra_groups=[] if as_root and not barred else None,
            )
        self._control = ours
        said, descriptors = answer(ours, START)
        if said == b"ready" and descriptors:
            (self._parent,) = descriptors
        else:
            reason = self.complaint()
            self.close()
            raise Unavailable(f"The isolation level {level!r} does not start here: {reason}")

    def box(self, limits: Limits) -> Box:
        if self._parent is not None:
            self._group = family(self._parent, limits)
            os.close(self._parent)
            self._parent = None
        box = born(self._control, limits)
        if box is None:
            raise Unavailable(f"No box could be made at level {self.level!r}: {self.complaint()}")
        return box

    def complaint(self) -> str:
        """The last line that it wrote before it gave up."""
        return last_line(self._errors)

    def close(self) -> None:
        self._control.close()
        if self._parent is not None:
            os.close(self._parent)
        if self._group is not None:
            self._group.end()
        elif self.level == "process":  # it ends what its boxes have left, and then itself
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(ENDING)
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()
        self._process.wait()
        self._errors.close()
        if self._linked is not None:
            self._linked.remove()


def family(parent: int, limits: Limits) -> cgroups.Group | None:
    """A control group with the warm parent in it, for all that it will fork; where there are any.

    One for each box would be moved into for longer than a box takes to start.
    """
    name = f"{prefix()}{secrets.token_hex(8)}"
    try:
        group = cgroups.Group(cgroups.here(), name)
        group.make(FAMILY * limits.threads + KEEPERS, FAMILY * limits.memory)
    except cgroups.NoGroups:
        return None
    try:
        group.take(number(parent))
    except cgroups.NoGroups:
        group.end()
        return None
    return group


def born(control: socket.socket, limits: Limits) -> Box | None:
    """A box from the warm parent behind this socket."""
    # A packet costs a sixth less than the same bytes in a stream; frames are checked all the same.
    channel, inside = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    output, printed = os.pipe()
    with inside:
        descriptors = [inside.fileno(), printed]
        with contextlib.suppress(OSError):  # it is gone: then it does not answer either
            socket.send_fds(control, [msgspec.json.encode(limits)], descriptors)
    os.close(printed)
    said, descriptors = answer(control, BIRTH)
    if said != b"born" or len(descriptors) != 1:
        channel.close()
        os.close(output)
        return None
    return Box(channel, output, descriptors[0])


def answer(control: socket.socket, seconds: float) -> tuple[bytes, list[int]]:
    """What a warm parent says, and the descriptors that come with it; nothing if it is silent."""
    if not select.select([control], [], [], seconds)[0]:
        return b"", []
    try:
        said, descriptors, _, _ = socket.recv_fds(control, 1024, 1)
    except OSError:
        return b"", []
    return said, descriptors


def last_line(errors: IO[bytes]) -> str:
    """The last line that a process wrote to this file."""
    errors.seek(0)
    lines = errors.read()[-4000:].decode(errors="replace").strip().splitlines()
    return lines[-1] if lines else "it says nothing"


def plain_command(level: str, control: int) -> list[str]:
    """The warm parent as a process like any other."""
    return guest_command("nursery.py", level, str(control))


def guest_command(script: str, *words: str) -> list[str]:
    """A script of the guest in a Python that finds our packages and those of others."""
    path = Path(arena.__path__[0], "guest", script)
    return [sys.executable, "-s", "-P", "-B", str(path), *words, *_folders()]


def boxed_command(level: str, control: int) -> list[str]:
    """The warm parent in a bubblewrap sandbox, where there is nothing but what a bot needs."""
    command = [bubblewrap(), "--unshare-all", "--unshare-user", "--die-with-parent"]
    command += ["--new-session", "--cap-drop", "ALL", "--clearenv", "--hostname", "box"]
    for name, value in ENVIRONMENT.items():
        command += ["--setenv", name, value]
    for folder in ("/usr", "/lib", "/lib64", "/bin"):
        if Path(folder).is_symlink():
            command += ["--symlink", str(Path(folder).readlink()), folder]
        elif Path(folder).is_dir():
            command += ["--ro-bind", folder, folder]
    base = Path(sys.base_prefix).resolve()
    if not base.is_relative_to("/usr"):
        command += ["--ro-bind", str(base), str(base)]
    command += ["--ro-bind", str(FOLDER.resolve()), "/packages"]
    for source, place in box_files():
        command += ["--ro-bind", str(source.resolve()), f"/box/{place}"]
    for device in DEVICES:
        command += ["--dev-bind", f"/dev/{device}", f"/dev/{device}"]
    command += ["--chdir", "/", "--remount-ro", "/"]
    python = str(Path(sys.executable).resolve())
    script = "/box/arena/guest/nursery.py"
    return [*command, python, "-s", "-P", "-B", script, level, str(control), "/box", "/packages"]


def bubblewrap() -> str:
    found = shutil.which("bwrap")
    if found is None:
        raise Unavailable(
            "The isolation level 'sandbox' needs bubblewrap. On Debian: apt-get install bubblewrap"
        )
    return found


def box_files() -> list[tuple[Path, str]]:
    """What of ours is in the box: the games, the bots of the house, the guest; no other bot."""
    game, players, ours = (Path(package.__path__[0]) for package in (Game, Players, arena))
    house = ["__init__", "Player", *Players.HOUSE]
    rooms = sorted(file.parent for file in players.glob("*/__init__.py"))
    return [
        (game, "Game"),
        *((players / f"{name}.py", f"Players/{name}.py") for name in house),
        *((room, f"Players/{room.name}") for room in rooms),
        (ours / "__init__.py", "arena/__init__.py"),
        (ours / "guest", "arena/guest"),
    ]


def needed() -> list[Path]:
    """What bots read at the levels `reduced` and `sandbox`: Python, packages, what is ours."""
    python = Path(sys.executable).resolve()
    return [python, Path(sys.base_prefix), FOLDER, *(source for source, _ in box_files())]


def _folders() -> Sequence[str]:
    """Where our own packages and those of others are."""
    return [str(Path(arena.__path__[0]).parent), str(FOLDER)]
