"""Control groups: limits for several processes together, which also end together.

A group is a folder. In version 2 of the kernel's control groups there is one folder for everything,
in version 1 one for processes and one for memory. This module finds out which version the machine
has and where we may make groups. Its callers decide the limits and the processes.
"""

import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from arena.common.errors import ArenaError

CONTROLLERS = ("pids", "memory")
PEAKS = ("memory.peak", "memory.max_usage_in_bytes")  # the file's name in versions 2 and 1
ENDING = 2.0  # seconds for all processes of a group to end


class NoGroups(ArenaError):
    """The reason why we cannot use control groups on this machine."""


class GroupPlace(NamedTuple):
    """The folders in which we make groups."""

    version: int
    folders: list[Path]


class ControlGroup:
    """A control group. Processes that its processes fork are in it too."""

    def __init__(self, place: GroupPlace, name: str) -> None:
        self.version = place.version
        self._folders = [folder / name for folder in place.folders]
        self._peak: int | None = None  # a descriptor of the file with the peak

    def make(self, processes: int, memory: int) -> None:
        """Make the group, with limits for the processes (threads count) and the bytes in it."""
        limits = {
            "pids.max": processes,
            "memory.max": memory,
            "memory.swap.max": 0,
            "memory.limit_in_bytes": memory,  # this one and the next are the names in version 1
            "memory.memsw.limit_in_bytes": memory,
        }
        try:
            for folder in self._folders:
                folder.mkdir()
                for name, most in limits.items():
                    if (folder / name).exists():
                        (folder / name).write_text(str(most))
        except OSError as error:
            self.end()
            raise NoGroups(f"no control group can be made in {folder.parent}: {error}") from None

    def take(self, process: int) -> None:
        """Put a process into the group."""
        try:
            for folder in self._folders:
                (folder / "cgroup.procs").write_text(str(process))
        except OSError as error:
            raise NoGroups(f"{folder} does not take process {process}: {error}") from None

    def memory(self) -> int:
        """The bytes that its processes hold now."""
        return self._read("memory.current", "memory.usage_in_bytes")

    def forget_peak(self) -> None:
        """Let `peak` count from now on. Before the first call it is unknown."""
        if self._peak is not None:
            os.close(self._peak)
            self._peak = None
        for path in (folder / name for folder in self._folders for name in PEAKS):
            with contextlib.suppress(OSError):  # there is no such file, or Linux is older than 6.12
                self._peak = _reset(path)
                return

    def peak(self) -> int | None:
        """The most bytes that its processes held at once. None if the kernel cannot forget it."""
        return None if self._peak is None else int(os.pread(self._peak, 32, 0))

    def _read(self, *names: str) -> int:
        """The number in the first of these files that exists; 0 if none does."""
        for folder in self._folders:
            for name in names:
                with contextlib.suppress(OSError):
                    return int((folder / name).read_text())
        return 0

    def end(self) -> None:
        """Kill all its processes and remove it."""
        if self._peak is not None:
            os.close(self._peak)
            self._peak = None
        for folder in self._folders:
            with contextlib.suppress(OSError):  # the folder counts memory only, or is gone
                (folder / "pids.max").write_text("0")  # no process in it can fork any more
        until = time.monotonic() + ENDING
        while left := [folder for folder in self._folders if not _remove(folder)]:
            if time.monotonic() > until:
                return  # the next arena tries again
            for folder in left:
                _kill(folder)
            time.sleep(0.001)


def _reset(peak: Path) -> int:
    """Let a file with a peak begin again. In version 2 only the returned descriptor shows this."""
    descriptor = os.open(peak, os.O_RDWR)
    try:
        os.write(descriptor, b"0")
    except OSError:
        os.close(descriptor)
        raise
    return descriptor


def _remove(folder: Path) -> bool:
    """Remove the folder. False if that is not possible yet, because a process is in it."""
    try:
        folder.rmdir()
    except FileNotFoundError:
        return True
    except OSError:
        return False
    return True


def _kill(folder: Path) -> None:
    with contextlib.suppress(OSError):  # the folder is gone, or the process
        processes = [int(line) for line in (folder / "cgroup.procs").read_text().split()]
        if 0 in processes:  # a process of another process namespace, so it is not ours
            return
        if (folder / "cgroup.kill").exists():
            (folder / "cgroup.kill").write_text("1")
            return
        for process in processes:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)


def find_place() -> GroupPlace:
    """Find where we may make groups. Raises `NoGroups` if we may not."""
    try:
        member = Path("/proc/self/cgroup").read_text()
        mounts = Path("/proc/self/mountinfo").read_text()
    except OSError as error:
        raise NoGroups(f"the kernel does not list them: {error}") from None
    return place_in(member, mounts)


def place_in(member: str, mounts: str) -> GroupPlace:
    """Find it in two files of the kernel: our groups (/proc/self/cgroup) and mounts (mountinfo)."""
    unified = _ours("", member, mounts)
    if unified is not None:
        for folder in (unified, unified.parent):
            if _has_controllers(folder) and _writable(folder):
                return GroupPlace(2, [folder])
    folders = [_ours(name, member, mounts) for name in CONTROLLERS]
    apart = [folder for folder in folders if folder is not None]
    if len(apart) == len(CONTROLLERS):
        for folder in apart:
            if not _writable(folder):
                raise NoGroups(f"we may not write to {folder}; root may make groups there")
        return GroupPlace(1, apart)
    if unified is None:
        raise NoGroups(f"no groups for {' and '.join(CONTROLLERS)} are mounted")
    raise NoGroups(
        f"neither {unified} nor the folder above it lets us make groups for "
        f"{' and '.join(CONTROLLERS)}; try your own scope: "
        f"systemd-run --user --scope arena doctor"
    )


def _ours(controller: str, member: str, mounts: str) -> Path | None:
    """The folder of our group for this controller. An empty name stands for version 2."""
    path = next(
        (
            fields[2]
            for line in member.splitlines()
            if controller in (fields := line.split(":", 2))[1].split(",")
        ),
        None,
    )
    for line in mounts.splitlines():
        left, _, right = line.partition(" - ")
        kind, _, options = right.split(" ", 2)
        fits = controller in options.split(",") if controller else True
        if path is None or kind != ("cgroup" if controller else "cgroup2") or not fits:
            continue
        root, mounted = left.split()[3:5]
        if Path(path).is_relative_to(root):
            folder = Path(mounted, Path(path).relative_to(root))
            return folder if folder.is_dir() else None
    return None


def _has_controllers(folder: Path) -> bool:
    """Do groups in this folder of version 2 have our controllers?"""
    try:
        return set(CONTROLLERS) <= set((folder / "cgroup.subtree_control").read_text().split())
    except OSError:
        return False


def _writable(folder: Path) -> bool:
    return os.access(folder, os.W_OK) and os.access(folder / "cgroup.procs", os.W_OK)


def existing_groups() -> Iterator[tuple[str, ControlGroup]]:
    """The groups in the folders in which we make ours, by name."""
    with contextlib.suppress(NoGroups):
        place = find_place()
        names = {path.name for folder in place.folders for path in folder.iterdir()}
        for name in names:
            yield name, ControlGroup(place, name)


def working_version(name: str) -> int:
    """The version that works here. Tries it with a process in a group of this name."""
    group = ControlGroup(find_place(), name)
    group.make(processes=4, memory=64 * 1024 * 1024)
    process = subprocess.Popen(["/bin/sleep", "60"])
    try:
        group.take(process.pid)
        group.end()
        process.wait(ENDING)
    except subprocess.TimeoutExpired:
        raise NoGroups("a process did not end with its group") from None
    finally:
        process.kill()
        process.wait()
        group.end()
    return group.version
