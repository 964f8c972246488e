"""Names temporary files and control groups after the arena that made them, so that the next arena
can remove those of a killed one."""

import contextlib
import os
import re
import shutil
import tempfile
from pathlib import Path

from arena.sandbox.host import cgroups

PROCESSES = Path("/proc/self/stat")
NUMBERS = Path("/proc/self/ns/pid")  # the namespace in which processes have their numbers
NAME = re.compile(r"card-arena-(\d+-\d+-\d+)-\w+")
IN_MEMORY = Path("/dev/shm")  # Linux has a file system in memory there
SOCKET_FOLDER = "door_"  # follows the prefix in the name of a folder for a container's socket


def identity(pid: int) -> str:
    """A process: its number, its start time (numbers are used again), and its process namespace.

    Without /proc these are unknown. Then every process counts as alive, and nothing is removed.
    """
    if not PROCESSES.exists():
        return f"{pid}-0-0"
    return f"{pid}-{_stat(pid)[19]}-{NUMBERS.stat().st_ino}"


def is_alive(owner: str) -> bool:
    """Is the process with this identity still running?

    Of another process namespace we see no process, only its control groups and files: an arena in
    a container may share these with us. So its processes count as alive.
    """
    pid, _, rest = owner.partition("-")
    namespace = rest.partition("-")[2]
    try:
        if namespace and NUMBERS.exists() and namespace != str(NUMBERS.stat().st_ino):
            return True
        return pid.isdigit() and identity(int(pid)) == owner and not _is_zombie(int(pid))
    except OSError:
        return False


def _is_zombie(pid: int) -> bool:
    """Has it ended, although its number is still in use?"""
    return PROCESSES.exists() and _stat(pid)[0] in "ZX"


def _stat(pid: int) -> list[str]:
    """The fields of /proc/PID/stat, beginning with the state."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()


def prefix() -> str:
    """The beginning of the names of our temporary files and control groups."""
    return f"card-arena-{identity(os.getpid())}-"


def place_in_memory() -> Path | None:
    """A folder in memory for our files; None if there is none, or if we may not use it."""
    is_usable = os.access(IN_MEMORY, os.W_OK | os.X_OK) and os.path.ismount(IN_MEMORY)
    return IN_MEMORY if is_usable else None


def socket_folders() -> list[Path]:
    """The folders for containers' sockets of arenas that have ended."""
    candidates = Path(tempfile.gettempdir()).glob(f"card-arena-*-{SOCKET_FOLDER}*")
    return [path for path in candidates if _is_our_orphan(path)]


def sweep() -> None:
    """Remove control groups, with their processes, and files of ended arenas.

    Folders for containers' sockets stay: the next arena that uses Docker needs them to clean up.
    """
    for name, group in cgroups.existing_groups():
        if _is_orphan(name):
            group.end()
    for path in (path for folder in _our_folders() for path in folder.iterdir()):
        if f"-{SOCKET_FOLDER}" in path.name or not _is_our_orphan(path):
            continue
        with contextlib.suppress(OSError):  # another arena has removed it
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            else:
                path.unlink()


def _our_folders() -> list[Path]:
    return [Path(tempfile.gettempdir()), *filter(None, [place_in_memory()])]


def _is_orphan(name: str) -> bool:
    """Is this a name that an arena gave, and has this arena ended?"""
    match = NAME.fullmatch(name)
    return match is not None and not is_alive(match[1])


def _is_our_orphan(path: Path) -> bool:
    """Is this the file of an arena of our user that has ended?"""
    try:
        return _is_orphan(path.name) and (
            not hasattr(os, "geteuid") or path.lstat().st_uid == os.geteuid()
        )
    except OSError:
        return False
