"""One arena at a time: a file that is locked while somebody works, and says who that is.

The lock belongs to the open file, not to its text: when its holder ends, however it ends, the
system opens the lock, and nothing is left behind that anybody has to remove.
"""

import os
import shlex
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from arena.common.errors import ArenaError
from arena.guest.protocol.safe_text import plain
from arena.replay.files import make_folder, unwritable

if sys.platform == "win32":
    import msvcrt

    FAR = 1 << 30  # the byte that is locked: far behind the text, which others must be able to read

    def seize(fd: int) -> bool:
        """Lock the open file until it is closed. False: somebody else has it locked."""
        os.lseek(fd, FAR, os.SEEK_SET)
        try:
            msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            os.lseek(fd, 0, os.SEEK_SET)
        return True

else:
    import fcntl

    def seize(fd: int) -> bool:
        """Lock the open file until it is closed. False: somebody else has it locked."""
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


LONGEST = 500  # what is told of a holder


def ourselves() -> str:
    """Who we are, for somebody who finds the place taken."""
    command = shlex.join([Path(sys.argv[0]).name, *sys.argv[1:]])
    return f"process {os.getpid()} on {socket.gethostname()}: {plain(command)}"[:LONGEST]


@contextmanager
def hold(path: Path) -> Iterator[None]:
    """Nobody else works in this file's folder while we do."""
    make_folder(path.parent)
    try:
        fd = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    except OSError as error:
        raise unwritable(path, error) from None
    try:
        try:
            free = seize(fd)
        except OSError as error:  # a file system without locks
            raise unwritable(path, error) from None
        if not free:
            said = os.read(fd, 2 * LONGEST).decode(errors="replace")
            raise ArenaError(
                f"Another arena works on {path.parent}: {plain(said) or 'it has just started'}. "
                f"Wait until it is done, or end that process; no file has to be removed."
            )
        os.ftruncate(fd, 0)
        os.write(fd, ourselves().encode())
        try:
            yield
        finally:
            os.ftruncate(fd, 0)
    finally:
        os.close(fd)
