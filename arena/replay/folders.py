"""Folders that others read while they are replaced: a site, sealed results, archives of teams.

A folder is filled in a place that nobody is shown (`empty_folder`), and then takes the place of the
one before in one step (`replace_folder`). So readers see the whole old folder or the whole new one,
also if the command is killed or the disk is full.
"""

import errno
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from arena.replay.files import make_folder, unwritable

AT_FDCWD, RENAME_EXCHANGE = -100, 2  # of Linux
RENAME_SWAP = 2  # of macOS
CANNOT = (errno.EINVAL, errno.ENOSYS, errno.ENOTSUP)  # the disk cannot exchange two folders
OLD = ".old"  # the suffix of a folder that is about to be removed


@contextmanager
def empty_folder(place: Path) -> Iterator[Path]:
    """A new folder in this place, which is removed after the block.

    What a command left there that was killed is removed first.
    """
    remove_folder(place)
    make_folder(place)
    try:
        yield place
    finally:
        shutil.rmtree(place, ignore_errors=True)


def remove_folder(place: Path) -> None:
    """Remove the folder, if there is one, with all that is in it."""
    try:
        shutil.rmtree(place)
    except FileNotFoundError:
        pass
    except OSError as error:
        raise unwritable(place, error) from None


def replace_folder(new: Path, place: Path) -> None:
    """Put the folder `new` in this place, and then remove the folder that was there.

    Both must be on the same disk. Linux and macOS exchange two folders in one step. Elsewhere there
    is a moment without a folder.
    """
    make_folder(place.parent)
    old = new
    try:
        if not place.exists():
            new.rename(place)
        elif not _exchange(new, place):
            old = new.with_name(new.name + OLD)
            remove_folder(old)
            place.rename(old)
            new.rename(place)
    except OSError as error:
        raise unwritable(place, error) from None
    shutil.rmtree(old, ignore_errors=True)


def _exchange(one: Path, other: Path) -> bool:
    """Exchange two folders in one step. Returns False if this system cannot."""
    try:
        import ctypes  # not every Python has it
    except ImportError:
        return False
    if sys.platform == "win32":
        return False
    libc: Any = ctypes.CDLL(None, use_errno=True)
    first, second = os.fsencode(one), os.fsencode(other)
    if hasattr(libc, "renameat2"):
        failed = libc.renameat2(AT_FDCWD, first, AT_FDCWD, second, RENAME_EXCHANGE)
    elif hasattr(libc, "renamex_np"):
        failed = libc.renamex_np(first, second, RENAME_SWAP)
    else:
        return False
    if failed and (number := ctypes.get_errno()) not in CANNOT:
        raise OSError(number, os.strerror(number), str(other))
    return not failed
