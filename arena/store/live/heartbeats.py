"""The last sign of life of each service, and what it is doing.

They have the time of the machine's own clock and not the competition's, which may stand still.
"""

from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import delete, insert, select

from arena.store import tables
from arena.store.database import Database
from arena.store.lock import ourselves

ADMISSION, PLAY, LIVE, DESK = "admission", "play", "live", "desk"  # the lanes of the engine
SILENT = timedelta(seconds=15)  # after which a lane counts as dead


class Heartbeat(NamedTuple):
    service: str
    at: datetime
    process: str
    doing: str

    def is_from(self, process: int) -> bool:
        """Has the process with this number given it?"""
        return self.process.startswith(f"process {process} on ")


def beat(database: Database, service: str, doing: str, now: datetime) -> None:
    """Note that this process lives."""
    with database.writing() as connection:
        connection.execute(delete(tables.heartbeat).where(tables.heartbeat.c.service == service))
        connection.execute(
            insert(tables.heartbeat).values(
                service=service,
                at=now.isoformat(timespec="milliseconds"),
                process=ourselves(),
                doing=doing,
            )
        )


def heartbeats(database: Database) -> dict[str, Heartbeat]:
    """The last sign of life of each service, always in the same order."""
    query = select(tables.heartbeat).order_by(tables.heartbeat.c.service)
    with database.reading() as connection:
        rows = connection.execute(query).all()
    return {
        row.service: Heartbeat(row.service, datetime.fromisoformat(row.at), row.process, row.doing)
        for row in rows
    }
