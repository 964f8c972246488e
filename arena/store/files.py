"""The files of records: JSON Lines, one game in each line. The database only indexes them.

One writer adds whole lines, so only the last line of a file can be incomplete. A game is entered
into the database after its file was synchronised, so its line is certainly on the disk.
"""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from arena.common.errors import ReplayError
from arena.replay.files import from_line, make_folder
from arena.replay.record import Record
from arena.replay.record_writer import RecordWriter, write_error

CHUNK = 1 << 16
ZEROS = "there are zero bytes where a game should be, probably after a power cut"


def new_writer(folder: Path) -> RecordWriter:
    """A writer for a new file, with the number after the highest one in the folder."""
    make_folder(folder)
    taken = [int(file.stem) for file in files_in(folder) if file.stem.isdecimal()]
    return RecordWriter(folder / f"{max(taken, default=0) + 1:03}.jsonl")


def files_in(folder: Path) -> list[Path]:
    """The files of records in a folder, in the order in which they were begun."""
    return sorted(folder.glob("*.jsonl"), key=lambda file: (len(file.name), file.name))


def sync(path: Path) -> int:
    """Make the file's content survive a power cut; returns its length."""
    try:
        fd = os.open(path, os.O_RDWR)
        try:
            os.fsync(fd)
            return os.fstat(fd).st_size
        finally:
            os.close(fd)
    except OSError as error:
        raise write_error(path, error) from None


def mend(path: Path) -> int:
    """Cut off an incomplete last line; returns how many bytes it had. Nobody may be writing."""
    try:
        fd = os.open(path, os.O_RDWR)
    except OSError as error:
        raise write_error(path, error) from None
    try:
        return _cut_torn_line(fd, path)
    finally:
        os.close(fd)


def scan(path: Path, start: int = 0) -> Iterator[tuple[int, int, Record]]:
    """The records from this byte on, each with the start and the length of its line.

    An incomplete last line is skipped: it is being written, or `mend` will cut it off.
    """
    try:
        with path.open("rb") as file:
            file.seek(start)
            for line in file:
                if not line.endswith(b"\n"):
                    return
                if line.strip():
                    yield start, len(line), _record(line, path, start)
                start += len(line)
    except OSError as error:
        raise ReplayError(f"{path} cannot be read: {error.strerror or error}.") from None


def read_at(path: Path, start: int, length: int) -> Record:
    """The record in the line with this start and length."""
    try:
        with path.open("rb") as file:
            file.seek(start)
            line = file.read(length)
    except OSError as error:
        raise ReplayError(f"{path} cannot be read: {error.strerror or error}.") from None
    if len(line) < length or not line.endswith(b"\n"):
        raise ReplayError(
            f"{path} is not the file that the database knows: it was cut or replaced. "
            f"Put the right one back, or run `arena rebuild`: it takes the games that are there."
        )
    return from_line(line, f"{path}, at byte {start}")


def _record(line: bytes, path: Path, start: int) -> Record:
    """The record in the line of the file that starts here."""
    with suppress(ReplayError):
        return from_line(line, str(path))
    where = f"{path}, line {_lines_before(path, start) + 1}"
    if b"\0" in line:
        raise ReplayError(
            f"{where}: {ZEROS}. Delete this line and run again; its game will be played again."
        )
    try:
        return from_line(line, where)
    except ReplayError as error:
        raise ReplayError(
            f"{error} If the line cannot be saved, delete it and run `arena rebuild`; "
            f"its game will be played again."
        ) from None


def _cut_torn_line(fd: int, path: Path) -> int:
    size = os.fstat(fd).st_size
    whole = _end_of_lines(fd, size)
    if whole < size:
        try:
            os.ftruncate(fd, whole)
            os.fsync(fd)
        except OSError as error:
            raise write_error(path, error) from None
    return size - whole


def _end_of_lines(fd: int, size: int) -> int:
    """Where the last whole line ends."""
    end = size
    while end > 0:
        begin = max(0, end - CHUNK)
        newline = _read(fd, begin, end - begin).rfind(b"\n")
        if newline >= 0:
            return begin + newline + 1
        end = begin
    return 0


def _lines_before(path: Path, start: int) -> int:
    """How many lines end before this byte."""
    with path.open("rb") as file:
        pieces = (file.read(min(CHUNK, start - at)) for at in range(0, start, CHUNK))
        return sum(piece.count(b"\n") for piece in pieces)


def _read(fd: int, start: int, length: int) -> bytes:
    os.lseek(fd, start, os.SEEK_SET)
    return os.read(fd, length)
