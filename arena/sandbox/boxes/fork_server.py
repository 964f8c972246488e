"""Starts the fork server of a level (`arena/guest/fork_server.py`); its slots make the boxes."""

import contextlib
import os
import secrets
import socket
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, Protocol

from arena.common.errors import Unavailable
from arena.guest.protocol.levels import BOT, LEVELS, Files, Landlock
from arena.guest.protocol.limits import Limits, Order
from arena.guest.protocol.safe_text import plain
from arena.guest.protocol.wire import Load
from arena.sandbox.boxes.box import Box
from arena.sandbox.boxes.commands import (
    ENVIRONMENT,
    box_files,
    bubblewrap,
    needed_files,
    plain_command,
    sandbox_command,
)
from arena.sandbox.boxes.process_number import number
from arena.sandbox.boxes.slots import (
    BIRTH,
    NO_FILES,
    NO_FOLDER,
    NoBox,
    Pool,
    SlotClient,
    SlotFolder,
    answer,
)
from arena.sandbox.host import cgroups, root_view
from arena.sandbox.host.bot_folders import NOTHING, BotFolders
from arena.sandbox.host.cleanup import prefix
from arena.sandbox.host.packages import ALLOWED
from arena.sandbox.host.symlink_view import SymlinkView
from arena.sandbox.timing.cores import EVERYWHERE, free_cores, on

START = 60.0  # seconds for the fork server to be ready, on a busy machine
HELD = 6  # processes in a group besides the bot's: slot, keeper, spare box, ending boxes
BESIDES = 64 * 1024 * 1024  # bytes in a group besides the bot's: slot, spare box, files just read
UID = 62022  # the user of the bots when the arena is root; nothing else runs as this user


class Boxes(Protocol):
    """A source of boxes at one level."""

    level: str
    compiled: dict[tuple[str, str], bytes]  # code of bots, by hash and name of the file

    def box(self, order: Order, load: Load, files: Mapping[str, bytes] = NO_FILES) -> Box:
        """A fresh process that waits for its bot. It sees these files, if the bot is a package."""

    def close(self) -> None:
        """End all boxes. No box will be made after this."""


class ForkServer:
    """Boxes from a fork server on this machine: the levels `process`, `reduced` and `sandbox`."""

    def __init__(self, level: str, packages: Sequence[str] = ALLOWED, family: int = 0) -> None:
        self.level = level
        self.compiled: dict[tuple[str, str], bytes] = {}
        self._row = LEVELS[level]
        self._family = family
        self._pool = Pool(self._new_slot)
        if self._row.needs_bubblewrap:
            bubblewrap()
        as_other = self._row.filters_calls and os.geteuid() == 0
        self._links = SymlinkView(box_files()) if self._row.files is Files.LINKS else None
        self._folders = BotFolders(UID if as_other else None)
        if self._row.landlock is Landlock.READS_PYTHON:
            self._folders.check_times()
        needed = self._files_for_other_user() if as_other else []
        self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115  # closed in close()
        with theirs:
            self._process = self._start(self._command(theirs.fileno(), packages), theirs, needed)
        self._wait_until_ready()

    def _files_for_other_user(self) -> list[Path]:
        """The files that the other user must read. Refuses if that cannot be allowed."""
        needed = needed_files()
        if self._links is not None:
            needed.append(self._links.folder)
        if (closed := root_view.first_unreadable(needed)) is not None:
            self._remove_folders()
            raise Unavailable(
                f"Bots run as a separate user, and this user may not read {closed}. Install the "
                f"arena and its Python where all users may read them, such as in /opt"
            )
        return [*needed, self._folders.path]

    def _command(self, control: int, packages: Sequence[str]) -> list[str]:
        if self._links is not None:
            return self._links.command(self.level, control)
        if self._row.files is Files.COPY:
            return sandbox_command(self.level, control, packages, self._folders.path)
        return plain_command(self.level, control)

    def _start(
        self, command: list[str], control: socket.socket, needed: list[Path]
    ) -> "subprocess.Popen[bytes]":
        """Start the process. It runs as another user if there are `needed` files."""
        user = UID if needed else None
        if root_view.closed_folders(needed):
            command = root_view.with_view(command, UID, needed)  # it changes the user itself
            user = None
        with on(EVERYWHERE):  # boxes are prepared on any free core
            return subprocess.Popen(
                command,
                env=ENVIRONMENT,
                pass_fds=[control.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=self._errors,
                start_new_session=True,
                user=user,
                group=user,
                extra_groups=None if user is None else [],
            )

    def _wait_until_ready(self) -> None:
        if answer(self._control, START)[0] != b"ready":
            reason = self.complaint()
            self.close()
            raise Unavailable(f"The isolation level {self.level!r} does not start here: {reason}")

    def box(self, order: Order, load: Load, files: Mapping[str, bytes] = NO_FILES) -> Box:
        try:
            return self._pool.box(order, load, files)
        except NoBox:
            raise self._no_box() from None

    def _no_box(self) -> Unavailable:
        return Unavailable(f"No box could be made at level {self.level!r}: {self.complaint()}")

    def _new_slot(self, order: Order, files: Mapping[str, bytes]) -> SlotClient:
        control, inside = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with inside, contextlib.suppress(OSError):  # if it has ended, `answer` finds out
            socket.send_fds(self._control, [b"slot"], [inside.fileno()])
        message, descriptors = answer(control, BIRTH)
        if message != b"slot" or len(descriptors) != 1:
            control.close()
            raise self._no_box()
        (process,) = descriptors
        group = control_group_for(process, order.limits)
        with contextlib.suppress(OSError):  # it has ended, or we may not
            os.sched_setaffinity(number(process), free_cores())
        os.close(process)
        control.send(b"go")
        folder = self._folder_for(files)
        links = "" if self._links is None else str(self._links.folder)
        return SlotClient(control, order, group, self._family, folder, links)

    def _folder_for(self, files: Mapping[str, bytes]) -> SlotFolder:
        """The folder of a bot, and where the slot and the bot see it."""
        if not files:  # if slots mount folders, this slot gets an empty one
            return SlotFolder(None, f"{BOT}/{NOTHING}", "") if self._row.mounts_bot else NO_FOLDER
        path = self._folders.add(files)
        if self._row.mounts_bot:
            return SlotFolder(path, f"{BOT}/{path.name}", BOT)
        return SlotFolder(path, str(path), str(path))

    def complaint(self) -> str:
        """The last line that the fork server wrote before it ended."""
        return last_line(self._errors)

    def close(self) -> None:
        self._pool.close()
        self._control.close()
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()
        self._process.wait()
        self._errors.close()
        self._remove_folders()

    def _remove_folders(self) -> None:
        self._folders.remove()
        if self._links is not None:
            self._links.remove()


def control_group_for(process: int, limits: Limits) -> cgroups.ControlGroup | None:
    """A control group for this slot and its boxes; None if the machine does not allow one.

    Moving a process into a group takes 13 ms with version 1, so slots are moved and boxes are not.
    """
    try:
        group = cgroups.ControlGroup(cgroups.find_place(), f"{prefix()}{secrets.token_hex(8)}")
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
    """The last line that a process wrote to this file, safe to print."""
    errors.seek(0)
    lines = errors.read()[-4000:].decode(errors="replace").strip().splitlines()
    return plain(lines[-1]) if lines else "it gave no reason"
