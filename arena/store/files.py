"""The files of records: JSON Lines, a game a line. They are the truth, the database finds them.

A line is added whole and by one writer, so that only the last line of a file can ever be torn. It
is on the disk for certain when the file was synchronised; the database hears of it after that.
"""

import errno
import os
import time
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Self

from arena.common.errors import ArenaError, ReplayError
from arena.replay.files import from_line, make_folder, to_line, unwritable
from arena.replay.record import Record
from arena.store.lock import seize

FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
CHUNK = 1 << 16
LEAVING = 5.0  # seconds that a writer whose arena has died is given to be gone
ZEROS = "there are zero bytes where a game should be, as a power cut leaves them"


class Appender:
    """Adds records to a file. Nobody else may write to it, or mend it, until it is closed."""

    def __init__(self, path: Path) -> None:
        make_folder(path.parent)
        self.path = path
        self._open(os.O_CREAT)
        _cut(self._fd, path)

    @classmethod
    def new(cls, folder: Path) -> Self:
        """An appender for a new file, with the next number that is free in the folder."""
        make_folder(folder)
        self = cls.__new__(cls)
        taken = [int(file.stem) for file in files_in(folder) if file.stem.isdecimal()]
        for number in count(max(taken, default=0) + 1):
            self.path = folder / f"{number:03}.jsonl"
            with suppress(FileExistsError):  # another worker was faster
                self._open(os.O_CREAT | os.O_EXCL)
                return self
        raise AssertionError("numbers do not end")

    def _open(self, flags: int) -> None:
        try:
            self._fd = os.open(self.path, os.O_RDWR | os.O_APPEND | flags, 0o644)
            _sync_folder(self.path.parent)
            _sync_folder(self.path.parent.parent)
        except FileExistsError:
            raise
        except OSError as error:
            raise _unwritable(self.path, error) from None
        try:
            _wait_for(self._fd, self.path)
        except ArenaError:
            os.close(self._fd)
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def add(self, record: Record) -> tuple[int, int]:
        """Write the record; returns where its line starts, and how long it is."""
        line = to_line(record)
        start = os.fstat(self._fd).st_size
        try:
            written = os.write(self._fd, line)
            while written < len(line):  # the disk is full: the rest will say so
                written += os.write(self._fd, line[written:])
        except OSError as error:
            with suppress(OSError):  # or else whoever reads the file next mends it
                os.ftruncate(self._fd, start)
            raise _unwritable(self.path, error) from None
        return start, len(line)

    def sync(self) -> None:
        """See that what was added survives a power cut."""
        try:
            os.fsync(self._fd)
        except OSError as error:
            raise _unwritable(self.path, error) from None

    def close(self) -> None:
        """Done. A file in which no game has come is not left behind."""
        if os.fstat(self._fd).st_size == 0:
            self.path.unlink(missing_ok=True)
        os.close(self._fd)


def files_in(folder: Path) -> list[Path]:
    """The files of records in a folder, in the order in which they were begun."""
    return sorted(folder.glob("*.jsonl"), key=lambda file: (len(file.name), file.name))


def sync(path: Path) -> int:
    """See that what is in the file survives a power cut, whoever wrote it; returns its length."""
    try:
        fd = os.open(path, os.O_RDWR)
        try:
            os.fsync(fd)
            return os.fstat(fd).st_size
        finally:
            os.close(fd)
    except OSError as error:
        raise _unwritable(path, error) from None


def mend(path: Path) -> int:
    """Cut off a torn last line; returns how many bytes that were.

    A file that somebody still writes to is not touched.
    """
    try:
        fd = os.open(path, os.O_RDWR)
    except OSError as error:
        raise _unwritable(path, error) from None
    try:
        _wait_for(fd, path)
        return _cut(fd, path)
    finally:
        os.close(fd)


def scan(path: Path, start: int = 0) -> Iterator[tuple[int, int, Record]]:
    """The records from this byte on, each with where its line starts and how long it is.

    A last line that is not finished is left alone: it is being written, or it is to be mended.
    """
    try:
        with path.open("rb") as file:
            number = _lines_before(file.fileno(), start)
            file.seek(start)
            for line in file:
                number += 1
                if not line.endswith(b"\n"):
                    return
                if line.strip():
                    yield start, len(line), _record(line, f"{path}, line {number}")
                start += len(line)
    except OSError as error:
        raise ReplayError(f"{path} cannot be read: {error.strerror or error}.") from None


def read_at(path: Path, start: int, length: int) -> Record:
    """The record whose line is there."""
    try:
        with path.open("rb") as file:
            file.seek(start)
            line = file.read(length)
    except OSError as error:
        raise ReplayError(f"{path} cannot be read: {error.strerror or error}.") from None
    if len(line) < length or not line.endswith(b"\n"):
        raise ReplayError(
            f"{path} is not the file that the database knows: it was cut or replaced. "
            f"Put the right one back, or do `arena rebuild`: it takes the games that are there."
        )
    return from_line(line, f"{path}, at byte {start}")


def _record(line: bytes, where: str) -> Record:
    if b"\0" in line:
        raise ReplayError(
            f"{where}: {ZEROS}. Delete this line and run again; its game will be played again."
        )
    try:
        return from_line(line, where)
    except ReplayError as error:
        raise ReplayError(
            f"{error} If the line cannot be saved, delete it and do `arena rebuild`; "
            f"its game will be played again."
        ) from None


def _cut(fd: int, path: Path) -> int:
    size = os.fstat(fd).st_size
    whole = _end_of_lines(fd, size)
    if whole < size:
        try:
            os.ftruncate(fd, whole)
            os.fsync(fd)
        except OSError as error:
            raise _unwritable(path, error) from None
    return size - whole


def _end_of_lines(fd: int, size: int) -> int:
    """Where the last whole line ends."""
    end = size
    while end > 0:
        begin = max(0, end - CHUNK)
        found = _read(fd, begin, end - begin).rfind(b"\n")
        if found >= 0:
            return begin + found + 1
        end = begin
    return 0


def _lines_before(fd: int, start: int) -> int:
    """How many lines end before this byte."""
    return sum(_read(fd, at, min(CHUNK, start - at)).count(b"\n") for at in range(0, start, CHUNK))


def _read(fd: int, start: int, length: int) -> bytes:
    os.lseek(fd, start, os.SEEK_SET)
    return os.read(fd, length)


def _wait_for(fd: int, path: Path) -> None:
    """Lock the file; a worker that is just ending gets the time it needs."""
    until = time.monotonic() + LEAVING
    while not seize(fd):
        if time.monotonic() > until:
            raise ArenaError(
                f"Another process still writes to {path}. Wait until it is done, or end it, "
                f"and run again."
            )
        time.sleep(0.02)


def _sync_folder(folder: Path) -> None:
    """See that the names of new files in it survive a power cut."""
    if os.name == "posix":  # elsewhere folders cannot be opened, and need not be
        fd = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(fd)
        finally:
            os.close(fd)


def _unwritable(path: Path, error: OSError) -> ArenaError:
    if error.errno in FULL:
        return ArenaError(
            f"The disk is full: {path} cannot be written to. Make room and run again: "
            f"every game that was finished is kept."
        )
    return unwritable(path, error)
