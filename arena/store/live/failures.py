"""Codes that were refused: all web processes count them together."""

from collections.abc import Sequence
from datetime import UTC, datetime

from sqlalchemy import delete, func, insert, select

from arena.store import tables
from arena.store.database import Database


def add_failure(
    database: Database, sources: Sequence[tuple[str, str]], now: datetime, since: datetime
) -> None:
    """Note a failure for each source (its kind and name), and forget those before `since`."""
    rows = [{"kind": kind, "source": source, "at": _text(now)} for kind, source in sources]
    with database.writing() as connection:
        connection.execute(delete(tables.failure).where(tables.failure.c.at < _text(since)))
        connection.execute(insert(tables.failure), rows)


def failures_since(database: Database, kind: str, source: str, since: datetime) -> int:
    table = tables.failure.c
    query = select(func.count()).where(
        table.kind == kind, table.source == source, table.at >= _text(since)
    )
    with database.reading() as connection:
        return connection.scalar(query) or 0


def _text(time: datetime) -> str:
    return time.astimezone(UTC).isoformat(timespec="milliseconds")
