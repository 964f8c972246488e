"""Practice matches that teams ask for. A match without a report is to be played.

A team has one match in the queue, and a few in an hour. Only its last matches are kept.
"""

import secrets
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct
from sqlalchemy import Row, Select, delete, func, insert, select, update

from arena.common.errors import ArenaError
from arena.store import tables
from arena.store.database import Database

SPAN = timedelta(hours=1)
MOST = 10  # matches of a team in this time
KEPT = MOST  # matches of a team that stay; fewer could not be counted


class TooMany(ArenaError):
    """The team must wait until it may ask for another match."""


class PracticeGame(Struct, frozen=True, array_like=True):
    """A game of a practice match, from the side of the team."""

    credit: float  # 1 for a win
    margin: float
    faults: int


class PracticeReport(Struct, frozen=True):
    games: list[PracticeGame] = []
    failed: str = ""  # why it could not be played


class Practice(NamedTuple):
    id: int
    name: str
    team: str  # its key
    version: int  # its id
    number: int  # of the version
    opponent: str
    asked_at: datetime
    report: PracticeReport | None


def ask_practice(
    database: Database, team: str, version: int, opponent: str, now: datetime
) -> Practice:
    """Put a match of this version into the queue. `TooMany` if the team must wait."""
    table, name = tables.practice.c, secrets.token_hex(8)
    with database.writing() as connection:
        owner = select(tables.team.c.id).where(tables.team.c.key == team).scalar_subquery()
        mine = table.team_id == owner
        if connection.scalar(select(func.count()).where(mine, table.report == "")):
            raise TooMany("A practice match of your team is in the queue. Wait until it is over.")
        since = (now - SPAN).astimezone(UTC).isoformat(timespec="seconds")
        lately = select(func.count()).where(mine, table.asked_at > since)
        if (connection.scalar(lately) or 0) >= MOST:
            raise TooMany(f"Your team has had {MOST} practice matches in an hour. Try again later.")
        connection.execute(
            insert(tables.practice).values(
                name=name,
                team_id=owner,
                version_id=version,
                opponent=opponent,
                asked_at=now.astimezone(UTC).isoformat(timespec="seconds"),
                report="",
            )
        )
        return _practice(connection.execute(_query().where(table.name == name)).one())


def practice_of(database: Database, name: str) -> Practice | None:
    with database.reading() as connection:
        row = connection.execute(_query().where(tables.practice.c.name == name)).first()
    return _practice(row) if row else None


def practices_of(database: Database, team: str) -> list[Practice]:
    """The matches of the team, the newest first."""
    query = _query().where(tables.team.c.key == team).order_by(tables.practice.c.id.desc())
    with database.reading() as connection:
        return [_practice(row) for row in connection.execute(query)]


def next_practice(database: Database) -> Practice | None:
    """The match that is to be played next."""
    query = _query().where(tables.practice.c.report == "").order_by(tables.practice.c.id)
    with database.reading() as connection:
        row = connection.execute(query.limit(1)).first()
    return _practice(row) if row else None


def practices_before(database: Database, practice: Practice) -> int:
    """How many matches are played before this one."""
    table = tables.practice.c
    query = select(func.count()).where(table.report == "", table.id < practice.id)
    with database.reading() as connection:
        return connection.scalar(query) or 0


def report_practice(
    database: Database, practice: Practice, report: PracticeReport
) -> Sequence[str]:
    """Store the result. Returns the names of old matches of the team, which are forgotten."""
    old = [each for each in practices_of(database, practice.team) if each.report is not None]
    forgotten = [each.name for each in old[KEPT - 1 :] if each.name != practice.name]
    table = tables.practice
    with database.writing() as connection:
        text = msgspec.json.encode(report).decode()
        connection.execute(update(table).where(table.c.id == practice.id).values(report=text))
        connection.execute(delete(table).where(table.c.name.in_(forgotten)))
    return forgotten


def _query() -> Select[Any]:
    practice = tables.practice.c
    return (
        select(
            practice.id,
            practice.name,
            tables.team.c.key,
            practice.version_id,
            tables.version.c.number,
            practice.opponent,
            practice.asked_at,
            practice.report,
        )
        .select_from(tables.practice)
        .join(tables.team, tables.team.c.id == practice.team_id)
        .join(tables.version, tables.version.c.id == practice.version_id)
    )


def _practice(row: Row[Any]) -> Practice:
    known = msgspec.json.decode(row.report, type=PracticeReport) if row.report else None
    asked_at = datetime.fromisoformat(row.asked_at)
    return Practice(
        row.id, row.name, row.key, row.version_id, row.number, row.opponent, asked_at, known
    )
