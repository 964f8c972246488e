"""The log of a competition: everything that somebody decides, or that changes a phase.

A row is one event. Rows are only added, under the one write lock: so their numbers ascend in the
order of the commits, and a reader that has seen a number has seen all rows before it. A row has a
running hash of itself and of all rows before it. So a row that was changed, lost or put in between
is found, and a hash names everything that was decided up to its number.

`arena/competition/log.py` says which events there are, and what follows from them.
"""

from collections.abc import Sequence
from datetime import UTC, datetime
from hashlib import sha256
from typing import NamedTuple

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, bindparam, func, insert, select

from arena.common.errors import ArenaError
from arena.store import tables
from arena.store.database import Database

START = ""  # the hash before the first row
BROKEN = "The competition's log is damaged at number {}. Put back a backup: arena restore --into"

# Made once, because every look at a competition asks.
_LAST = select(func.max(tables.log.c.number))
_AFTER = (
    select(tables.log).where(tables.log.c.number > bindparam("after")).order_by(tables.log.c.number)
)


class SetAside(Struct, frozen=True):
    """Records of a phase do not count any more: each is named by its file and its first byte.

    The store knows this event, because it enters no game from such a line.
    """

    phase: str
    records: list[tuple[str, int]]


class LogRow(NamedTuple):
    number: int  # 1, 2, ...
    at: datetime  # the competition's time
    kind: str
    body: bytes  # JSON
    hash: str


class NewRow(NamedTuple):
    kind: str
    event: Struct


def add_rows(connection: Connection, at: datetime, events: Sequence[NewRow]) -> None:
    """Add these events in a transaction of `Database.writing`."""
    last = connection.execute(
        select(tables.log.c.number, tables.log.c.hash).order_by(tables.log.c.number.desc()).limit(1)
    ).first()
    number, hash = (0, START) if last is None else last
    rows = []
    for kind, event in events:
        number += 1
        when, body = at.astimezone(UTC).isoformat(), msgspec.json.encode(event).decode()
        hash = hash_of(hash, number, when, kind, body)
        rows.append({"number": number, "at": when, "kind": kind, "body": body, "hash": hash})
    if rows:
        connection.execute(insert(tables.log), rows)


def hash_of(before: str, number: int, at: str, kind: str, body: str) -> str:
    """The running hash of a row, from that of the row before it."""
    return sha256("\n".join([before, str(number), at, kind, body]).encode()).hexdigest()


def rows_after(connection: Connection, number: int) -> list[LogRow]:
    """All rows after the one with this number."""
    return [
        LogRow(row.number, datetime.fromisoformat(row.at), row.kind, row.body.encode(), row.hash)
        for row in connection.execute(_AFTER, {"after": number})
    ]


def new_rows(database: Database, number: int) -> list[LogRow]:
    """The same, in a transaction of its own. It costs little if there is none."""
    with database.reading() as connection:
        if (connection.scalar(_LAST) or 0) <= number:
            return []
        return rows_after(connection, number)


def records_set_aside(connection: Connection, phase: str) -> set[tuple[str, int]]:
    """The lines of records that do not count in this phase."""
    query = select(tables.log.c.body).where(tables.log.c.kind == SetAside.__name__)
    events = (msgspec.json.decode(body, type=SetAside) for body in connection.scalars(query))
    return {(file, start) for each in events if each.phase == phase for file, start in each.records}


def check_rows(rows: Sequence[LogRow]) -> None:
    """Refuse a log whose rows do not have the hashes that follow from them."""
    hash = START
    for number, row in enumerate(rows, start=1):
        hash = hash_of(hash, number, row.at.isoformat(), row.kind, row.body.decode())
        if (row.number, row.hash) != (number, hash):
            raise ArenaError(BROKEN.format(number))
