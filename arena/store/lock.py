"""One arena at a time in a folder: a lock file, and beside it a file that names the holder.

The operating system frees the lock when its holder ends, for any reason. So nobody has to remove a
file. The holder has a file of its own because on Windows no other process can read a file that is
locked.

A server holds the lock for hours, while it plays. It gives way to any other process, and goes on
afterwards.
"""

import logging
import os
import shlex
import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from arena.common.errors import ArenaError
from arena.guest.protocol.safe_text import plain
from arena.replay.files import make_folder, unwritable, write_text

HOLDER = ".holder"  # the ending of the file with the holder's name
YIELDS = ".yields"  # the ending of the file that is there while the holder gives way to others
NEXT = ".next"  # the ending of the lock of the process that waits for such a holder
PATIENCE = 600.0  # seconds of waiting
GRACE = 5.0  # seconds for a holder that has yielded to free the lock
LOOK = 0.1  # seconds between two tries
LONGEST = 500  # characters of this name

log = logging.getLogger(__name__)


def ourselves() -> str:
    """This process in words, for an arena that finds the folder taken."""
    command = shlex.join([Path(sys.argv[0]).name, *sys.argv[1:]])
    return f"process {os.getpid()} on {socket.gethostname()}: {plain(command)}"[:LONGEST]


class Taken(ArenaError):
    """Another arena works in the folder."""


@contextmanager
def hold(path: Path, *, yields: bool = False) -> Iterator[None]:
    """Nobody else works in this file's folder during the block.

    With `yields`, the holder promises to end the block soon after `is_wanted` has become true.
    Others wait for such a holder, and are refused at once by any other.
    """
    make_folder(path.parent)
    words, promise = path.with_name(path.name + HOLDER), path.with_name(path.name + YIELDS)
    try:
        release = _acquire(path) or (None if yields else _wait_for_holder(path, words, promise))
    except (OSError, NotImplementedError) as error:  # such as a file system without locks
        raise unwritable(path, error if isinstance(error, OSError) else OSError(error)) from None
    if release is None:
        raise Taken(
            f"Another arena works on {path.parent}: {_holder(words)}. Wait until it is done, or "
            f"end that process. You do not have to remove a file."
        )
    try:
        write_text(words, ourselves())
        if yields:
            write_text(promise, "")
        else:
            promise.unlink(missing_ok=True)  # of a holder that was killed
        try:
            yield
        finally:
            promise.unlink(missing_ok=True)
            words.unlink(missing_ok=True)
    finally:
        release()


@contextmanager
def wait_for(path: Path) -> Iterator[None]:
    """Only one process at a time is in this block, which takes seconds: others wait."""
    make_folder(path.parent)
    until = time.monotonic() + PATIENCE
    try:
        while (release := _acquire(path)) is None:
            if time.monotonic() > until:
                raise Taken(f"{path} has been locked for {PATIENCE:.0f} s: end the other arena")
            time.sleep(LOOK)
    except (OSError, NotImplementedError) as error:  # such as a file system without locks
        raise unwritable(path, error if isinstance(error, OSError) else OSError(error)) from None
    try:
        yield
    finally:
        release()


def is_wanted(path: Path) -> bool:
    """Does another process wait for this lock?"""
    release = _acquire(path.with_name(path.name + NEXT))
    if release is not None:
        release()
    return release is None


def _wait_for_holder(path: Path, words: Path, promise: Path) -> Callable[[], None] | None:
    """Wait while the holder yields; None if it does not. The next one in line holds a lock, too."""
    until, grace = time.monotonic() + PATIENCE, 0.0
    next_in_line: Callable[[], None] | None = None
    try:
        while promise.exists() and time.monotonic() < until:
            grace = GRACE
            if next_in_line is None:
                log.warning("Waiting until the games under way are finished: %s", _holder(words))
                next_in_line = _acquire(path.with_name(path.name + NEXT))
            time.sleep(LOOK)
            if next_in_line is not None and (release := _acquire(path)) is not None:
                return release
        until = time.monotonic() + grace  # the promise is removed just before the lock is freed
        while (release := _acquire(path)) is None and time.monotonic() < until:
            time.sleep(LOOK)
        return release
    finally:
        if next_in_line is not None:
            next_in_line()


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
