"""Copies everything that a competition stores into another database, and compares the two."""

from collections.abc import Callable
from hashlib import sha256

from sqlalchemy import Connection, Table, delete, func, insert, select, text

from arena.common.errors import ArenaError
from arena.store import tables
from arena.store.database import Database
from arena.store.index import BATCH

ORDER = (
    tables.team,
    tables.version,
    tables.file,
    tables.game,
    tables.log,
    tables.note,
    tables.code,
    tables.session,
    tables.failure,
    tables.upload,
    tables.step,
    tables.practice,
    tables.action,
    tables.news,
    tables.heartbeat,
)  # tables that refer to others come last

MOVED = "moved"  # the note of the database to which everything was moved

CopiedSoFar = Callable[[int, int], None]  # called with the rows copied so far and the total


def copy(source: Database, target: Database, progress: CopiedSoFar) -> int:
    """Replace all rows of the target by the rows of the source, in one transaction."""
    with source.at_one_moment() as reading, target.writing() as writing:
        total = sum(_count(reading, table) for table in ORDER)
        for table in reversed(ORDER):
            writing.execute(delete(table))
        done = 0
        for table in ORDER:
            rows = reading.execution_options(yield_per=BATCH).execute(select(table)).mappings()
            for some in rows.partitions(BATCH):
                writing.execute(insert(table), [dict(row) for row in some])
                done += len(some)
                progress(done, total)
            if not target.is_sqlite and "id" in table.c and table is not tables.game:
                _count_on(writing, table)
        for table in ORDER:
            if _fingerprint(reading, table) != _fingerprint(writing, table):
                raise ArenaError(
                    f"The table {table.name} of {target.name} differs from that in {source.name}, "
                    f"so nothing was moved. Is another program writing to one of them?"
                )
    return done


def _count(connection: Connection, table: Table) -> int:
    return connection.scalar(select(func.count()).select_from(table)) or 0


def _count_on(connection: Connection, table: Table) -> None:
    """Set PostgreSQL's counter for new rows behind the copied rows, which do not move it."""
    connection.execute(
        text(
            f"SELECT setval(pg_get_serial_sequence('{table.name}', 'id'), "
            f"coalesce((SELECT max(id) FROM {table.name}), 0) + 1, false)"
        )
    )


def _fingerprint(connection: Connection, table: Table) -> str:
    """A hash of all rows that does not depend on their order in the database."""
    total = 0
    rows = connection.execution_options(yield_per=BATCH).execute(select(table))
    for row in rows:
        total ^= int.from_bytes(sha256(repr(tuple(row)).encode()).digest())
    return f"{_count(connection, table)} {total:x}"
