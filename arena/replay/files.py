"""Replay files: JSON Lines, a game a line; and RoboBrisca's text, a game a file."""

from collections.abc import Iterator
from pathlib import Path
from typing import IO

import msgspec

from arena.errors import ArenaError, ReplayError
from arena.replay.record import FORMAT, Record

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Record)


class RecordWriter:
    """Adds records to a file, each as a whole line: an interrupted run leaves whole games."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file: IO[bytes] = path.open("xb")
        except OSError as error:
            raise unwritable(path, error) from None

    def add(self, record: Record) -> None:
        try:
            self._file.write(_encoder.encode(record) + b"\n")
            self._file.flush()
        except OSError as error:
            raise unwritable(self.path, error) from None

    def close(self) -> None:
        self._file.close()


def unwritable(path: Path, error: OSError) -> ArenaError:
    if isinstance(error, FileExistsError):
        return ArenaError(f"{path} is there already: choose another name, or move it away.")
    return ArenaError(
        f"{path} cannot be written: {error.strerror or error}. "
        f"Choose another folder, or make this one writable."
    )


def fresh_path(folder: Path, stem: str) -> Path:
    """A file name in the folder that is not taken: games.jsonl, games-2.jsonl, ..."""
    path, n = folder / f"{stem}.jsonl", 1
    while path.exists():
        n += 1
        path = folder / f"{stem}-{n}.jsonl"
    return path


def is_json_lines(path: Path) -> bool:
    """Does the file start like JSON Lines? Else it can only be RoboBrisca's text."""
    for line in _lines(path):
        return line.lstrip()[:1] == b"{"
    raise ReplayError(f"{path} is empty: there is no game in it.")


def read_records(path: Path) -> Iterator[tuple[int, Record]]:
    """The records in a file, with the number of the line each stands on."""
    for number, line in enumerate(_lines(path), start=1):
        if not line.strip():
            continue
        try:
            record = _decoder.decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise ReplayError(f"{path}, line {number}: this is not a record: {error}.") from None
        if record.format != FORMAT:
            raise ReplayError(
                f"{path}, line {number}: the format {record.format!r} is not one that this "
                f"version reads ({FORMAT}). Is the file from a newer Card Arena?"
            )
        yield number, record


def _lines(path: Path) -> Iterator[bytes]:
    try:
        with path.open("rb") as file:
            yield from file
    except OSError as error:
        raise ReplayError(f"{path} cannot be read: {error.strerror or error}.") from None
