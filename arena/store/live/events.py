"""Things that have happened, in one sequence, for those who are watching.

An event is a thing as `visible` knows it, with data. Its id ascends in the order of the commits,
because only one process writes at a time. So a reader that has seen an id has seen all before it.
"""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import bindparam, delete, func, insert, select

from arena.store import tables
from arena.store.database import Database

# Made once, because web asks twenty times a second.
_AFTER = (
    select(tables.news)
    .where(tables.news.c.id > bindparam("after"))
    .order_by(tables.news.c.id)
    .limit(bindparam("most"))
)


class NewEvent(NamedTuple):
    at: datetime
    kind: str  # of thing
    phase: str
    teams: Sequence[str]  # the keys of its teams
    data: Any  # becomes JSON


class Event(NamedTuple):
    id: int
    at: datetime
    kind: str
    phase: str
    teams: tuple[str, ...]
    data: msgspec.Raw


def add_events(database: Database, events: Sequence[NewEvent]) -> None:
    rows = [
        {
            "at": each.at.astimezone(UTC).isoformat(timespec="milliseconds"),
            "kind": each.kind,
            "phase": each.phase,
            "teams": msgspec.json.encode(each.teams).decode(),
            "data": msgspec.json.encode(each.data).decode(),
        }
        for each in events
    ]
    if rows:
        with database.writing() as connection:
            connection.execute(insert(tables.news), rows)


def events_after(database: Database, id: int, most: int = 1000) -> list[Event]:
    """The events after the one with this id, at most so many."""
    with database.reading() as connection:
        rows = connection.execute(_AFTER, {"after": id, "most": most}).all()
    return [
        Event(
            row.id,
            datetime.fromisoformat(row.at),
            row.kind,
            row.phase,
            tuple(msgspec.json.decode(row.teams)),
            msgspec.Raw(row.data.encode()),
        )
        for row in rows
    ]


def last_event(database: Database) -> int:
    """The id of the last event; 0 if there is none."""
    with database.reading() as connection:
        return connection.scalar(select(func.max(tables.news.c.id))) or 0


def forget_events(database: Database, keep: int = 10_000) -> None:
    """Delete all events but the newest."""
    last = last_event(database)
    with database.writing() as connection:
        connection.execute(delete(tables.news).where(tables.news.c.id <= last - keep))
