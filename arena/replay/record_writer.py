"""The writer of record files, for matches and for competitions."""

import os
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Self

from arena.common.errors import ArenaError
from arena.replay.files import FULL, make_folder, unwritable


class RecordWriter:
    """Adds records to a file, each as a whole line.

    An interrupted run leaves whole lines, and so does a full disk. Only a process that is killed
    while it writes can leave an incomplete line. This line is always the last one.
    """

    def __init__(self, path: Path, *, appends: bool = False) -> None:
        """A writer for a new file. With `appends` the file may exist, and keeps its lines."""
        make_folder(path.parent)
        self.path = path
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | (0 if appends else os.O_EXCL)
        try:
            self._fd = os.open(path, flags, 0o644)
            self._length = os.fstat(self._fd).st_size  # of the whole lines
            for folder in (path.parent, path.parent.parent):
                _sync_folder(folder)
        except OSError as error:
            raise write_error(path, error) from None

    @classmethod
    def in_folder(cls, folder: Path, stem: str) -> Self:
        """A writer for games.jsonl, games-2.jsonl, and so on: the first that is free."""
        make_folder(folder)  # first, so that a folder that cannot be made is an error
        names = (f"{stem}-{n}.jsonl" if n > 1 else f"{stem}.jsonl" for n in count(1))
        return cls(next(folder / name for name in names if not (folder / name).exists()))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def add(self, line: bytes) -> tuple[int, int]:
        """Write the line of a record; returns where it starts, and how long it is."""
        start, rest = self._length, line
        try:
            while rest:
                rest = rest[os.write(self._fd, rest) :]
        except OSError as error:
            with suppress(OSError):  # a reader removes an incomplete line, too
                os.ftruncate(self._fd, start)
            raise write_error(self.path, error) from None
        self._length += len(line)
        return start, len(line)

    def sync(self) -> None:
        """Return when all lines are on the disk, so that they survive a power cut."""
        try:
            os.fsync(self._fd)
        except OSError as error:
            raise write_error(self.path, error) from None

    def close(self) -> None:
        """Close the file. If it has no game, it is removed."""
        os.close(self._fd)
        if not self._length:
            self.path.unlink(missing_ok=True)


def write_error(path: Path, error: OSError) -> ArenaError:
    """The sentence for a file of records that cannot be written."""
    if error.errno in FULL:
        return ArenaError(
            f"The disk is full: {path} cannot be written to. Make room and run again: "
            f"every finished game is saved."
        )
    return unwritable(path, error)


def _sync_folder(folder: Path) -> None:
    """Make the names of new files in this folder survive a power cut."""
    if os.name == "posix":  # Windows cannot open folders, and does not need it
        fd = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(fd)
        finally:
            os.close(fd)
