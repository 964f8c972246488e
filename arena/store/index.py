"""The index of games: the file and the line of each game that the database knows."""

from collections.abc import Iterable, Iterator, Sequence, Set
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import NamedTuple, TypeVar

import msgspec
from sqlalchemy import Connection, Insert, delete, func, insert, select, update

from arena.common.errors import ReplayError
from arena.guest.protocol.safe_text import plain
from arena.replay.result import Result, result
from arena.store import files, tables

BATCH = 5000  # games in one query

T = TypeVar("T")


class StoredGame(NamedTuple):
    """A game, and the line in which its record is."""

    id: str
    match: str
    file: str  # its name in the phase's folder
    start: int
    length: int
    result: Result


class Entered(NamedTuple):
    new: int
    twice: list[str]  # games with an earlier record in another line: the first record counts


def enter(
    connection: Connection,
    phase: str,
    games: Sequence[StoredGame],
    at: datetime,
    aside: Set[tuple[str, int]] = frozenset(),
) -> Entered:
    """Enter the games that are not known yet, and note up to which byte each file is known.

    `at` is the time at which they came to be. Games that were entered before are never later.
    `aside` has lines that do not count: the file and the start of each.
    """
    last = connection.scalar(select(func.max(tables.game.c.at)).where(tables.game.c.phase == phase))
    entered_at = max(milliseconds(at), last or 0)
    numbers = {
        name: _file(connection, phase, name) for name in sorted({game.file for game in games})
    }
    counted = [game for game in games if (game.file, game.start) not in aside]
    rows = [
        {
            "phase": phase,
            "id": game.id,
            "match": game.match,
            "file_id": numbers[game.file],
            "start": game.start,
            "length": game.length,
            "result": msgspec.json.encode(game.result).decode(),
            "at": entered_at,
        }
        for game in counted
    ]
    query = _insert_new(connection)
    query = query.execution_options(preserve_rowcount=True)  # otherwise there is no row count
    new = connection.execute(query, rows).rowcount if rows else 0
    twice = []
    if new < len(counted):
        there = _places(connection, phase, [game.id for game in counted])
        twice = [g.id for g in counted if there[g.id] != (numbers[g.file], g.start)]
    for name, number in numbers.items():
        _move_on(connection, number, [game for game in games if game.file == name])
    return Entered(new, twice)


def _insert_new(connection: Connection) -> Insert:
    """Inserts games, except those that are known. The two databases have this, but not SQL."""
    if connection.dialect.name == "sqlite":
        from sqlalchemy.dialects import sqlite

        return sqlite.insert(tables.game).on_conflict_do_nothing()
    from sqlalchemy.dialects import postgresql  # late: it takes long to import

    return postgresql.insert(tables.game).on_conflict_do_nothing()


def milliseconds(moment: datetime) -> int:
    """The moment as the database has it."""
    return round(moment.timestamp() * 1000)


def moment_of(milliseconds: int) -> datetime:
    return datetime.fromtimestamp(milliseconds / 1000, UTC)


def _file(connection: Connection, phase: str, name: str) -> int:
    """The number of the file, new or not."""
    table = tables.file
    query = select(table.c.id).where(table.c.phase == phase, table.c.name == name)
    if connection.scalar(query) is None:
        connection.execute(insert(table).values(phase=phase, name=name, indexed=0))
    number: int = connection.execute(query).scalar_one()
    return number


def _move_on(connection: Connection, number: int, games: list[StoredGame]) -> None:
    """Note up to which byte the file is known: at most up to the first line that was left out."""
    here = tables.file.c.id == number
    indexed = connection.scalar(select(tables.file.c.indexed).where(here)) or 0
    for game in sorted(games, key=lambda game: game.start):
        if game.start <= indexed:
            indexed = max(indexed, game.start + game.length)
    connection.execute(update(tables.file).where(here).values(indexed=indexed))


def _places(connection: Connection, phase: str, ids: list[str]) -> dict[str, tuple[int, int]]:
    """The file and the start of the line of each of these games that is known."""
    table = tables.game.c
    query = select(table.id, table.file_id, table.start).where(table.phase == phase)
    return {
        id: (number, start)
        for some in chunks(ids, BATCH)
        for id, number, start in connection.execute(query.where(table.id.in_(some)))
    }


def games_in(path: Path, known: int) -> Iterator[StoredGame]:
    """The games in a file from this byte on, in the form in which the database stores them."""
    for start, length, record in files.scan(path, known):
        fixture = record.fixture
        if fixture is None or fixture.phase != path.parent.name:
            raise ReplayError(
                f"{path}, at byte {start}: the record of game {plain(record.id)} does not belong "
                f"to the phase {path.parent.name}: it was played elsewhere. Move the file away."
            )
        played = result(record, fixture.deal)
        yield StoredGame(record.id, fixture.match, path.name, start, length, played)


def forget_lines(connection: Connection, phase: str, lines: Iterable[tuple[str, int]]) -> None:
    """Take these lines of records, each with its file and its start, from the list of games."""
    starts: dict[str, list[int]] = {}
    for file, start in lines:
        starts.setdefault(file, []).append(start)
    game = tables.game.c
    for file, all_of_file in starts.items():
        number = _file(connection, phase, file)
        for some in chunks(all_of_file, BATCH):
            there = (game.phase == phase) & (game.file_id == number) & game.start.in_(some)
            connection.execute(delete(tables.game).where(there))


def chunks(items: Iterable[T], size: int) -> Iterator[list[T]]:
    rest = iter(items)
    while some := list(islice(rest, size)):
        yield some
