"""Starts the fork server of a level (`arena/guest/fork_server.py`); its slots make the boxes."""

import contextlib
import json
import os
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import IO, Protocol

import arena.guest
import Game
import Players
from arena.common.errors import ArenaError
from arena.guest.protocol.limits import Limits, Order
from arena.sandbox.boxes.box import Box, number
from arena.sandbox.boxes.slots import BIRTH, NoBox, Pool, SlotClient, answer
from arena.sandbox.host import cgroups, copying, root_view
from arena.sandbox.host.cleanup import prefix
from arena.sandbox.host.packages import ALLOWED, FOLDER
from arena.sandbox.host.small_image import image
from arena.sandbox.host.symlink_view import LinkedBox
from arena.sandbox.timing.cores import EVERYWHERE, on

GUEST = Path(arena.guest.__path__[0])
COPYING = Path(copying.__file__)
START = 60.0  # seconds for the fork server to be ready, on a busy machine
ENDING = 2.0  # seconds for the fork server to end everything
HELD = 6  # processes in a group besides the bot's: slot, keeper, a spare box, some that end
BESIDES = 64 * 1024 * 1024  # bytes in a group besides the bot's: slot, spare box, files just read
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
    """Where the boxes of a level come from."""

    level: str
    compiled: dict[tuple[str, str], bytes]  # the code of bots, by the hash and name of the file

    def box(self, order: Order) -> Box:
        """A fresh process, ready to be told which bot it is."""

    def close(self) -> None:
        """No more boxes. All that there are end."""


class ForkServer:
    """Boxes from a fork server on this machine: the levels `process`, `reduced` and `sandbox`."""

    def __init__(self, level: str, packages: Sequence[str] = ALLOWED, family: int = 0) -> None:
        self.level = level
        self._family = family
        self.compiled: dict[tuple[str, str], bytes] = {}
        self._pool = Pool(self._new_slot)
        if level == "sandbox":
            bubblewrap()
        as_root = level != "process" and os.geteuid() == 0
        command: Callable[[str, int], list[str]]
        command = plain_command if level == "process" else partial(boxed_command, packages=packages)
        self._linked = LinkedBox(box_files()) if level == "reduced" else None
        needs = needed() if as_root else []
        if self._linked is not None:
            command = self._linked.command
            needs += [self._linked.folder] if as_root else []
        if (closed := root_view.obstacle(needs)) is not None:
            if self._linked is not None:
                self._linked.remove()
            raise Unavailable(
                f"Bots run as a user of their own, who may not read {closed}. Have the arena "
                f"and its Python where everybody may read them, such as /opt"
            )
        barred = bool(root_view.bars(needs))
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115  # closed in close()
        with theirs:
            words = command(level, theirs.fileno())
            if barred:
                words = root_view.shown(words, UID, needs)
            with on(EVERYWHERE):  # boxes are prepared on whatever core is free
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
        if answer(ours, START)[0] != b"ready":
            reason = self.complaint()
            self.close()
            raise Unavailable(f"The isolation level {level!r} does not start here: {reason}")

    def box(self, order: Order) -> Box:
        try:
            return self._pool.box(order)
        except NoBox:
            raise self._no_box() from None

    def _no_box(self) -> Unavailable:
        return Unavailable(f"No box could be made at level {self.level!r}: {self.complaint()}")

    def _new_slot(self, order: Order) -> SlotClient:
        control, inside = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with inside, contextlib.suppress(OSError):  # it is gone: then it does not answer either
            socket.send_fds(self._control, [b"slot"], [inside.fileno()])
        said, descriptors = answer(control, BIRTH)
        if said != b"slot" or len(descriptors) != 1:
            control.close()
            raise self._no_box()
        (process,) = descriptors
        group = group_with(process, order.limits)
        os.close(process)
        control.send(b"go")
        return SlotClient(control, order, self.level == "process", group, self._family)

    def complaint(self) -> str:
        """The last line that it wrote before it gave up."""
        return last_line(self._errors)

    def close(self) -> None:
        self._pool.close()
        self._control.close()
        if self.level == "process":  # its slots end what bots have left, and then themselves
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(ENDING)
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()
        self._process.wait()
        self._errors.close()
        if self._linked is not None:
            self._linked.remove()


def group_with(process: int, limits: Limits) -> cgroups.ControlGroup | None:
    """A control group with a slot in it, where there are any: its boxes will be in it too.

    To move a process into a group takes 13 ms with version 1. So slots are moved, and not boxes.
    """
    try:
        group = cgroups.ControlGroup(cgroups.here(), f"{prefix()}{secrets.token_hex(8)}")
        group.make(limits.threads + HELD, limits.memory + BESIDES)
    except cgroups.NoGroups:
        return None
    try:
        group.take(number(process))
    except cgroups.NoGroups:
        group.end()
        return None
    return group


def last_line(errors: IO[bytes]) -> str:
    """The last line that a process wrote to this file."""
    errors.seek(0)
    lines = errors.read()[-4000:].decode(errors="replace").strip().splitlines()
    return lines[-1] if lines else "it says nothing"


def plain_command(level: str, control: int) -> list[str]:
    """The fork server as a process like any other."""
    return guest_command("fork_server.py", level, str(control))


def guest_command(script: str, *words: str) -> list[str]:
    """A script of the guest in a Python that finds our packages and those of others."""
    path = Path(GUEST, script)
    return [sys.executable, "-s", "-P", "-B", str(path), *words, *_folders()]


def boxed_command(level: str, control: int, packages: Sequence[str]) -> list[str]:
    """The fork server in a bubblewrap sandbox, where there is nothing but what a bot needs.

    A first bubblewrap gives it a place in memory that nobody else sees, and the files that it needs
    are copied there. A second one shows it nothing but these.
    """
    files = image(packages, box_files())
    inner = [bubblewrap(), "--unshare-all", "--unshare-user", "--die-with-parent"]
    inner += ["--new-session", "--cap-drop", "ALL", "--clearenv", "--hostname", "box"]
    for name, value in ENVIRONMENT.items():
        inner += ["--setenv", name, value]
    for top in files.tops:
        inner += ["--ro-bind", f"{files.over}/{top}", f"/{top}"]
    for folder in ("/lib", "/lib64"):
        if Path(folder).is_symlink():
            inner += ["--symlink", str(Path(folder).readlink()), folder]
    for device in DEVICES:
        inner += ["--dev-bind", f"/dev/{device}", f"/dev/{device}"]
    inner += ["--chdir", "/", "--remount-ro", "/"]
    python = str(Path(sys.executable).resolve())
    script = "/box/arena/guest/fork_server.py"
    inner += [python, "-s", "-P", "-B", script, level, str(control), "/box", "/packages"]
    copying = str(COPYING.resolve())
    view = [bubblewrap(), "--dev-bind", "/", "/", "--tmpfs", files.over, "--die-with-parent"]
    listed = json.dumps([files.copies, files.left_out])
    return [*view, "--chdir", "/", python, "-I", "-S", "-B", copying, files.over, listed, *inner]


def bubblewrap() -> str:
    found = shutil.which("bwrap")
    if found is None:
        raise Unavailable(
            "The isolation level 'sandbox' needs bubblewrap. On Debian: apt-get install bubblewrap"
        )
    return found


def box_files() -> list[tuple[Path, str]]:
    """What of ours is in the box: the games, the bots of the house, the guest; no other bot."""
    game, players = (Path(package.__path__[0]) for package in (Game, Players))
    house = ["__init__", "Player", "SearchPlayer", *Players.HOUSE]
    rooms = sorted(file.parent for file in players.glob("*/__init__.py"))
    return [
        (game, "Game"),
        *((players / f"{name}.py", f"Players/{name}.py") for name in house),
        *((room, f"Players/{room.name}") for room in rooms),
        (GUEST.parent / "__init__.py", "arena/__init__.py"),
        (GUEST, "arena/guest"),
    ]


def needed() -> list[Path]:
    """What bots read at the levels `reduced` and `sandbox`: Python, packages, what is ours."""
    python = Path(sys.executable).resolve()
    ours = [source for source, _ in box_files()]
    return [python, Path(sys.base_prefix), FOLDER, COPYING, *ours]


def _folders() -> Sequence[str]:
    """Where our own packages and those of others are."""
    return [str(GUEST.parents[1]), str(FOLDER)]
