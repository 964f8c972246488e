"""One arena at a time in a folder: a lock file, and beside it a file that names the holder.

The operating system frees the lock when its holder ends, for any reason. So nobody has to remove a
file. The holder has a file of its own because on Windows no other process can read a file that is
locked.
"""

import os
import shlex
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from arena.common.errors import ArenaError
from arena.guest.protocol.safe_text import plain
from arena.replay.files import make_folder, unwritable, write_text

HOLDER = ".holder"  # the ending of the file with the holder's name
LONGEST = 500  # characters of this name


def ourselves() -> str:
    """This process in words, for an arena that finds the folder taken."""
    command = shlex.join([Path(sys.argv[0]).name, *sys.argv[1:]])
    return f"process {os.getpid()} on {socket.gethostname()}: {plain(command)}"[:LONGEST]


@contextmanager
def hold(path: Path) -> Iterator[None]:
    """Nobody else works in this file's folder during the block."""
    make_folder(path.parent)
    words = path.with_name(path.name + HOLDER)
    try:
        release = _acquire(path)
    except (OSError, NotImplementedError) as error:  # such as a file system without locks
        raise unwritable(path, error if isinstance(error, OSError) else OSError(error)) from None
    if release is None:
        raise ArenaError(
            f"Another arena works on {path.parent}: {_holder(words)}. Wait until it is done, or "
            f"end that process. You do not have to remove a file."
        )
    try:
        write_text(words, ourselves())
        try:
            yield
        finally:
            words.unlink(missing_ok=True)
    finally:
        release()


def _acquire(path: Path) -> Callable[[], None] | None:
    """Take the lock, and return the function that frees it; None if another process has it."""
    return _acquire_on_windows(path) if sys.platform == "win32" else _acquire_on_posix(path)


def _acquire_on_windows(path: Path) -> Callable[[], None] | None:
    from filelock import FileLock, Timeout

    lock = FileLock(path, timeout=0, mode=0o644, fallback_to_soft=False)
    try:
        lock.acquire()
    except Timeout:
        return None
    return lock.release


def _acquire_on_posix(path: Path) -> Callable[[], None] | None:
    """The same as filelock does there. But filelock takes 0.1 s to load."""
    import fcntl

    fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(fd)
        return None
    except BaseException:
        os.close(fd)
        raise
    return lambda: os.close(fd)


def _holder(words: Path) -> str:
    try:
        with words.open("rb") as file:
            text = file.read(2 * LONGEST).decode(errors="replace")
    except OSError:
        text = ""
    return plain(text) or "it has just started"
