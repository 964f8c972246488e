"""Starts the warm parent of boxes (`arena/guest/nursery.py`) at a level, and asks it for boxes."""

import contextlib
import os
import select
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import msgspec

import arena
import Game
import Players
from arena.errors import ArenaError
from arena.guest.confine import Limits
from arena.sandbox.box import Box

START = 20.0  # seconds for the warm parent to be ready, on a busy machine
BIRTH = 5.0  # seconds for a box
UID = 62022  # who bots run as when the arena is root: nobody else is
ENVIRONMENT = {"PYTHONHASHSEED": "0", "OPENBLAS_NUM_THREADS": "1", "LANG": "C.UTF-8"}


class Unavailable(ArenaError):
    """A level of isolation that cannot be had here, and why."""


class Nursery:
    def __init__(self, level: str) -> None:
        self.level = level
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        command = boxed_command if level == "sandbox" else plain_command
        as_root = level == "sandbox" and os.geteuid() == 0
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115  # closed in close()
        with theirs:
            self._process = subprocess.Popen(
                command(level, theirs.fileno()),
                env=ENVIRONMENT,
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=self._errors,
                start_new_session=True,
                user=UID if as_root else None,
                group=UID if as_root else None,
                extra_groups=[] if as_root else None,
            )
        self._control = ours
        if self._answer(START)[0] != b"ready":
            reason = self.complaint()
            self.close()
            raise Unavailable(f"The isolation level {level!r} does not start here: {reason}")

    def box(self, limits: Limits) -> Box:
        """A new process, ready to be told which bot it is."""
        channel, inside = socket.socketpair()
        output, printed = os.pipe()
        with inside:
            socket.send_fds(
                self._control, [msgspec.json.encode(limits)], [inside.fileno(), printed]
            )
        os.close(printed)
        said, descriptors = self._answer(BIRTH)
        if said != b"born" or len(descriptors) != 1:
            channel.close()
            os.close(output)
            raise Unavailable(f"No box could be made at level {self.level!r}: {self.complaint()}")
        return Box(channel, output, descriptors[0])

    def _answer(self, seconds: float) -> tuple[bytes, list[int]]:
        if not select.select([self._control], [], [], seconds)[0]:
            return b"", []
        try:
            said, descriptors, _, _ = socket.recv_fds(self._control, 64, 1)
        except OSError:
            return b"", []
        return said, descriptors

    def complaint(self) -> str:
        """The last line that it wrote before it gave up."""
        self._errors.seek(0)
        lines = self._errors.read()[-4000:].decode(errors="replace").strip().splitlines()
        return lines[-1] if lines else "it says nothing"

    def close(self) -> None:
        self._control.close()
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()
        self._process.wait()
        self._errors.close()


def plain_command(level: str, control: int) -> list[str]:
    """The warm parent as a process like any other."""
    script = Path(arena.__path__[0], "guest", "nursery.py")
    return [sys.executable, "-s", "-P", "-B", str(script), level, str(control), *_folders()]


def boxed_command(level: str, control: int) -> list[str]:
    """The warm parent in a bubblewrap sandbox, where there is nothing but what a bot needs."""
    bwrap = shutil.which("bwrap")
    if bwrap is None:
        raise Unavailable(
            "The isolation level 'sandbox' needs bubblewrap. On Debian: apt-get install bubblewrap"
        )
    command = [bwrap, "--unshare-all", "--unshare-user", "--die-with-parent", "--new-session"]
    command += ["--cap-drop", "ALL", "--clearenv"]
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
    packages = str(Path(msgspec.__file__).parents[1])
    command += ["--ro-bind", packages, "/packages"]
    for source, place in box_files():
        command += ["--ro-bind", str(source), f"/box/{place}"]
    command += ["--dev", "/dev", "--remount-ro", "/dev", "--remount-ro", "/"]
    python = str(Path(sys.executable).resolve())
    script = "/box/arena/guest/nursery.py"
    return [*command, python, "-s", "-P", "-B", script, level, str(control), "/box", "/packages"]


def box_files() -> list[tuple[Path, str]]:
    """What of ours is in the box: the games, the bots of the house, the guest; no other bot."""
    game, players, ours = (Path(package.__path__[0]) for package in (Game, Players, arena))
    house = ["__init__", "Player", *Players.HOUSE]
    return [
        (game, "Game"),
        *((players / f"{name}.py", f"Players/{name}.py") for name in house),
        (players / "search", "Players/search"),
        (ours / "__init__.py", "arena/__init__.py"),
        (ours / "guest", "arena/guest"),
    ]


def _folders() -> Sequence[str]:
    """Where our own packages and those of others are."""
    return [str(Path(arena.__path__[0]).parent), str(Path(msgspec.__file__).parents[1])]
