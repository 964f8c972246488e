"""Reads a bot's package from a folder.

The folder may come from a stranger, and may change while it is read. So each folder is opened in
the one above it, and no symbolic link is followed.
"""

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from arena.bots.tree import check_number, checked_name, is_ignored, too_large, usable_files
from arena.common.errors import BotError
from arena.common.input_files import describe_kind, open_flags

DEEPEST = 8  # folders in folders
MOST_NAMES = 2000  # in one folder, with those that are ignored
BY_DESCRIPTOR = os.open in os.supports_dir_fd and os.scandir in os.supports_fd

Folder = int | Path  # an open folder; a path on systems that cannot open folders, such as Windows


def read_folder(path: Path, most: int, *, follow: bool = True) -> dict[str, bytes]:
    """The files of the package in this folder. Raises `BotError` if it is not acceptable."""
    if not follow and path.is_symlink():
        raise BotError(f"{path} is a symbolic link: name the folder that it points to")
    reader = _Reader(path, most)
    try:
        with _open_folder(path, follow) as folder:
            reader.read(folder, "")
    except OSError as error:
        raise BotError(f"{path} cannot be read: {error.strerror or error}") from None
    return usable_files(reader.files, str(path))


class _Reader:
    def __init__(self, where: Path, most: int) -> None:
        self.files: dict[str, bytes] = {}
        self._where = where
        self._most = self._left = most

    def read(self, folder: Folder, before: str) -> None:
        """Read the files of a folder whose path in the package is `before`."""
        if before.count("/") > DEEPEST:
            raise BotError(f"{self._where} has more than {DEEPEST} folders in folders")
        names: list[str] = []
        with os.scandir(folder) as entries:
            for entry in entries:
                names.append(entry.name)
                if len(names) > MOST_NAMES:
                    raise BotError(f"{self._where} has too many files for a bot")
        for name in sorted(names):
            if not is_ignored(name):
                self._read_entry(folder, name, checked_name(before + name, str(self._where)))

    def _read_entry(self, folder: Folder, name: str, path: str) -> None:
        if isinstance(folder, Path) and (folder / name).is_dir():
            if (folder / name).is_symlink():
                raise self._not_regular(path, "is a symbolic link")
            self.read(folder / name, f"{path}/")
            return
        try:
            opened = _open(folder, name)
        except OSError as error:
            if error.errno == errno.ELOOP:
                raise self._not_regular(path, "is a symbolic link") from None
            if error.errno == errno.ENXIO:
                raise self._not_regular(path, "is a socket or a device") from None
            raise BotError(f"{self._where / path} cannot be read: {error.strerror}") from None
        try:
            mode = os.fstat(opened).st_mode
            if stat.S_ISDIR(mode):
                self.read(opened, f"{path}/")
            elif stat.S_ISREG(mode):
                self._take(opened, path)
            else:
                raise self._not_regular(path, describe_kind(mode))
        finally:
            os.close(opened)

    def _take(self, opened: int, path: str) -> None:
        check_number(len(self.files) + 1, str(self._where))
        with os.fdopen(opened, "rb", closefd=False) as file:
            content = file.read(self._left + 1)
        self._left -= len(content)
        if self._left < 0:
            raise too_large(str(self._where), self._most)
        self.files[path] = content

    def _not_regular(self, path: str, what: str) -> BotError:
        return BotError(f"{self._where / path} {what}. A package has only files and folders")


@contextmanager
def _open_folder(path: Path, follow: bool) -> Iterator[Folder]:
    if not BY_DESCRIPTOR:
        yield path
        return
    opened = os.open(path, open_flags(follow=follow) | os.O_DIRECTORY)
    try:
        yield opened
    finally:
        os.close(opened)


def _open(folder: Folder, name: str) -> int:
    """Open a file or a folder in this folder. A symbolic link is refused."""
    if isinstance(folder, Path):
        if (folder / name).is_symlink():
            raise OSError(errno.ELOOP, "a symbolic link")
        return os.open(folder / name, open_flags(follow=False))
    return os.open(name, open_flags(follow=False), dir_fd=folder)
