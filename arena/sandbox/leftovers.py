"""What is temporary, named so that it can be told whose it is: the next arena removes what one
that was killed has left."""

import contextlib
import os
import re
import shutil
import tempfile
from pathlib import Path

NAME = re.compile(r"card-arena-(\d+-\d+)-\w+")


def identity(pid: int) -> str:
    """A process by its number and when it began, since numbers are used again."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return f"{pid}-{fields[19]}"


def lives(owner: str) -> bool:
    """Is the process with this identity still there?"""
    pid = owner.partition("-")[0]
    try:
        return pid.isdigit() and identity(int(pid)) == owner
    except OSError:
        return False


def prefix() -> str:
    """How the names of our files in the system's folder for what is temporary begin."""
    return f"card-arena-{identity(os.getpid())}-"


def sweep() -> None:
    """Remove the temporary files of arenas that are gone."""
    for path in Path(tempfile.gettempdir()).iterdir():
        match = NAME.fullmatch(path.name)
        if match is None or lives(match[1]):
            continue
        with contextlib.suppress(OSError):  # somebody else's, or just removed
            if path.lstat().st_uid != os.geteuid():
                continue
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            else:
                path.unlink()
