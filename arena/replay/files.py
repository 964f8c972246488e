"""Replay files: JSON Lines with one game in each line, or RoboBrisca's text with one game in each
file.

JSON Lines may be compressed with gzip, as published records are.
"""

import errno
import gzip
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

import msgspec

from arena.common.errors import ArenaError, ReplayError
from arena.guest.protocol.safe_text import plain
from arena.replay.record import FORMAT, Head, Record

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Record)
_heads = msgspec.json.Decoder(Head)

SUFFIXES = (".jsonl", ".jsonl.gz")  # the names of files of records end so
GZIP = b"\x1f\x8b"  # the first bytes of a compressed file
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)  # errors of a full disk
UNFINISHED = ".new"  # the suffix of a file until all of it is written
BOM = b"\xef\xbb\xbf"  # editors on Windows put it before the first line


def make_folder(folder: Path) -> None:
    """Make the folder if it is missing."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise ArenaError(f"{folder} is a file, but must be a folder.") from None
    except OSError as error:
        raise unwritable(folder, error) from None


def write_text(path: Path, text: str) -> None:
    """Replace the content of the file by this text."""
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise unwritable(path, error) from None


def replace_file(path: Path, data: bytes, *, makes_folder: bool = False) -> None:
    """Write a file as a whole, or not at all. Readers see the old file or the new one."""
    new = path.with_name(path.name + UNFINISHED)
    try:
        if makes_folder:
            path.parent.mkdir(parents=True, exist_ok=True)
        new.write_bytes(data)
        new.replace(path)
    except OSError as error:
        new.unlink(missing_ok=True)
        raise unwritable(path, error) from None


def replace_files(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write all of these files into a folder, or none of them."""
    is_new = not folder.exists()
    make_folder(folder)
    unfinished = {folder / name: folder / (name + UNFINISHED) for name in files}
    try:
        for path, new in unfinished.items():
            new.write_bytes(files[path.name])
        for path, new in unfinished.items():
            new.replace(path)
    except OSError as error:
        for new in unfinished.values():
            new.unlink(missing_ok=True)
        if is_new:
            folder.rmdir()
        raise unwritable(path, error) from None


def unwritable(path: Path, error: OSError) -> ArenaError:
    """The sentence for a path that cannot be written."""
    if isinstance(error, FileExistsError):
        return ArenaError(f"{path} exists already: choose another name, or move it away.")
    advice = "Choose another folder, or make this one writable."
    if error.errno in FULL:
        advice = "Make room on the disk, and try again."
    return ArenaError(f"{path} cannot be written: {error.strerror or error}. {advice}")


def is_json_lines(path: Path) -> bool:
    """Is it JSON Lines, by its name or first byte? If not, it is read as RoboBrisca's text."""
    for line in _lines(path):
        return path.name.endswith(SUFFIXES) or line.lstrip()[:1] == b"{"
    raise ReplayError(f"{path} is empty: there is no game in it.")


def stem(path: Path) -> str:
    """The name of the file, without the suffix of its kind."""
    suffix = next((each for each in reversed(SUFFIXES) if path.name.endswith(each)), path.suffix)
    return path.name.removesuffix(suffix)


def record_files(folder: Path) -> list[Path]:
    """The files of records in a folder and in its folders, in the order of their names."""
    return sorted(path for path in folder.rglob("*") if path.name.endswith(SUFFIXES))


@contextmanager
def compressed_file(path: Path) -> Iterator[BinaryIO]:
    """A new compressed file. The same content gives the same bytes."""
    try:
        with path.open("wb") as file, gzip.GzipFile("", "wb", 6, file, mtime=0) as packed:
            yield packed  # type: ignore[misc]
    except OSError as error:
        raise unwritable(path, error) from None


def to_line(record: Record) -> bytes:
    """The line of a file that holds this record."""
    return _encoder.encode(record) + b"\n"


def from_line(line: bytes, where: str) -> Record:
    """The record in a line. `where` is the place of the line, for an error."""
    try:
        try:
            record = _decoder.decode(line)
        except msgspec.DecodeError:
            _check_format(_heads.decode(line).format, where)  # newer records may look different
            raise
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ReplayError(f"{where}: this is not a record: {error}.") from None
    _check_format(record.format, where)
    return record


def _check_format(form: str, where: str) -> None:
    if form != FORMAT:
        raise ReplayError(
            f"{where}: the format {plain(form)!r:.60} is not the one that "
            f"this version reads ({FORMAT}). Is the file from a newer Card Arena?"
        )


def read_records(path: Path) -> Iterator[tuple[int, Record]]:
    """The records in a file, each with the number of its line."""
    for number, line in read_lines(path):
        yield number, from_line(line, f"{path}, line {number}")


def read_lines(path: Path) -> Iterator[tuple[int, bytes]]:
    """The lines of a file that are not blank, with their numbers."""
    for number, line in enumerate(_lines(path), start=1):
        if line.strip():
            yield number, line


def _lines(path: Path) -> Iterator[bytes]:
    try:
        with path.open("rb") as file:
            packed = file.read(len(GZIP)) == GZIP
            file.seek(0)
            for line in gzip.GzipFile(fileobj=file) if packed else file:
                yield line.removeprefix(BOM)
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise ReplayError(
            f"{path} is damaged: {error}. Copy the file again, or ask for a new one."
        ) from None
    except IsADirectoryError:
        raise ReplayError(f"{path} is a folder: name a file in it, {path / '*.jsonl'}") from None
    except OSError as error:
        raise ReplayError(f"{path} cannot be read: {error.strerror or error}.") from None
