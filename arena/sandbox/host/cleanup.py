"""What is temporary, named so that it can be told whose it is: the next arena removes what one
that was killed has left."""

import contextlib
import os
import re
import shutil
import tempfile
from pathlib import Path

from arena.sandbox.host import cgroups

PROCESSES = Path("/proc/self/stat")
NAME = re.compile(r"card-arena-(\d+-\d+)-\w+")
DOOR = "door_"  # what follows our prefix in the name of a folder for a container's socket


def identity(pid: int) -> str:
    """A process by its number and when it began, since numbers are used again.

    Where that cannot be told, every number is somebody's who lives, and nothing is removed.
    """
    if not PROCESSES.exists():
        return f"{pid}-0"
    return f"{pid}-{_stat(pid)[19]}"


def lives(owner: str) -> bool:
    """Is the process with this identity still there?"""
    pid = owner.partition("-")[0]
    try:
        return pid.isdigit() and identity(int(pid)) == owner and not _buried(int(pid))
    except OSError:
        return False


def _buried(pid: int) -> bool:
    """Has it ended, and is only its number still taken?"""
    return PROCESSES.exists() and _stat(pid)[0] in "ZX"


def _stat(pid: int) -> list[str]:
    """What the kernel tells of a process, from its state on."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()


def prefix() -> str:
    """How the names of our temporary files, and of our control groups, begin."""
    return f"card-arena-{identity(os.getpid())}-"


def doors() -> list[Path]:
    """The folders for containers' sockets that arenas that are gone have left."""
    found = Path(tempfile.gettempdir()).glob(f"card-arena-*-{DOOR}*")
    return [path for path in found if _ours(path)]


def sweep() -> None:
    """Remove what arenas that are gone have left: control groups with who is in them, and files.

    Folders for containers' sockets are not: they tell the next who uses Docker what to look for.
    """
    for name, group in cgroups.existing_groups():
        if _left(name):
            group.end()
    for path in Path(tempfile.gettempdir()).iterdir():
        if f"-{DOOR}" in path.name or not _ours(path):
            continue
        with contextlib.suppress(OSError):  # just removed
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            else:
                path.unlink()


def _left(name: str) -> bool:
    """Is this a name that one of us gave, and who gave it is gone?"""
    match = NAME.fullmatch(name)
    return match is not None and not lives(match[1])


def _ours(path: Path) -> bool:
    """Has an arena of our user left this?"""
    try:
        return _left(path.name) and path.lstat().st_uid == os.geteuid()
    except OSError:
        return False
