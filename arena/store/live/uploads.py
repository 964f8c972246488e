"""Files that teams have sent over the network, and the steps of their examination.

An upload waits until the admission lane makes a version of it, or refuses it. A version has the
verdict.
"""

import time
from datetime import datetime, timedelta
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Row, Select, delete, func, insert, select, update

from arena.common.errors import ArenaError
from arena.store import tables
from arena.store.database import Database

WAITING, TAKEN, REFUSED = "waiting", "taken", "refused"
# A file that came before a deadline is in the queue so soon after it, or its team gets no receipt.
STORED_WITHIN = timedelta(seconds=20)


class TooSlow(ArenaError):
    """The disk or the database took so long that the upload does not count."""


class StoredStep(NamedTuple):
    ok: bool
    said: str
    advice: str


class Upload(NamedTuple):
    id: int
    receipt: str
    team: str  # its key
    sha256: str
    size: int
    file: str
    received_at: datetime
    status: str
    version: int | None  # the id of the version
    number: int | None  # the number of the version
    phase: str  # of the version
    verdict: str  # of the version: nothing yet, "admitted" or "refused"
    report: dict[str, Any]  # of the version: what admission found


def add_upload(
    database: Database,
    team: str,
    receipt: str,
    sha256: str,
    size: int,
    file: str,
    received_at: datetime,
    since: float,
) -> Upload:
    """Put a stored file into the queue. When this returns, the upload cannot get lost.

    `since` is the time of the monotonic clock at which it was received.
    """
    with database.writing() as connection:
        if time.monotonic() - since > STORED_WITHIN.total_seconds():
            raise TooSlow("The server took too long to store the file. Send it again.")
        owner = select(tables.team.c.id).where(tables.team.c.key == team).scalar_subquery()
        connection.execute(
            insert(tables.upload).values(
                receipt=receipt,
                team_id=owner,
                sha256=sha256,
                size=size,
                file=file,
                received_at=received_at.isoformat(timespec="microseconds"),
                status=WAITING,
            )
        )
        row = connection.execute(_query().where(tables.upload.c.receipt == receipt)).one()
        return _upload(row)


def upload_of(database: Database, receipt: str) -> Upload | None:
    with database.reading() as connection:
        row = connection.execute(_query().where(tables.upload.c.receipt == receipt)).first()
    return _upload(row) if row else None


def uploads_of(database: Database, team: str) -> list[Upload]:
    """All uploads of the team, the newest first."""
    query = _query().where(tables.team.c.key == team).order_by(tables.upload.c.id.desc())
    with database.reading() as connection:
        return [_upload(row) for row in connection.execute(query)]


def unfinished(database: Database) -> list[Upload]:
    """The uploads without a verdict, in the order in which they came."""
    no_verdict = tables.upload.c.status == WAITING
    no_verdict |= (tables.upload.c.status == TAKEN) & (tables.version.c.status == "")
    query = _query().where(no_verdict).order_by(tables.upload.c.id)
    with database.reading() as connection:
        return [_upload(row) for row in connection.execute(query)]


def place_in_queue(database: Database, upload: Upload) -> int:
    """1 for the upload that is next or is being examined."""
    query = (
        select(func.count())
        .select_from(tables.upload)
        .outerjoin(tables.version)
        .where(
            tables.upload.c.id < upload.id,
            (tables.upload.c.status == WAITING)
            | ((tables.upload.c.status == TAKEN) & (tables.version.c.status == "")),
        )
    )
    with database.reading() as connection:
        return 1 + (connection.scalar(query) or 0)


def take_upload(database: Database, upload: Upload, version: int) -> None:
    """The upload has become this version."""
    _settle(database, upload, TAKEN, version)


def refuse_upload(database: Database, upload: Upload) -> None:
    _settle(database, upload, REFUSED, None)


def _settle(database: Database, upload: Upload, status: str, version: int | None) -> None:
    with database.writing() as connection:
        here = tables.upload.c.id == upload.id
        connection.execute(
            update(tables.upload).where(here).values(status=status, version_id=version)
        )


def add_step(database: Database, upload: int, number: int, step: StoredStep) -> None:
    """Store the step with this number, from 0. Steps of an earlier examination end with the 0."""
    of = tables.step.c.upload_id == upload
    with database.writing() as connection:
        connection.execute(delete(tables.step).where(of, tables.step.c.number >= number))
        connection.execute(
            insert(tables.step).values(upload_id=upload, number=number, **step._asdict())
        )


def steps_of(database: Database, upload: Upload) -> list[StoredStep]:
    """The steps so far."""
    query = select(tables.step.c.ok, tables.step.c.said, tables.step.c.advice)
    query = query.where(tables.step.c.upload_id == upload.id).order_by(tables.step.c.number)
    with database.reading() as connection:
        steps = [StoredStep(*row) for row in connection.execute(query)]
    if not steps:  # the same file was examined before
        steps = [StoredStep(**step) for step in upload.report.get("steps", [])]
    return steps


def _query() -> Select[Any]:
    upload, version = tables.upload.c, tables.version.c
    return (
        select(
            upload.id,
            upload.receipt,
            tables.team.c.key,
            upload.sha256,
            upload.size,
            upload.file,
            upload.received_at,
            upload.status,
            upload.version_id,
            version.number,
            version.phase,
            version.status.label("verdict"),
            version.report,
        )
        .select_from(tables.upload)
        .join(tables.team, tables.team.c.id == upload.team_id)
        .outerjoin(tables.version, tables.version.c.id == upload.version_id)
    )


def _upload(row: Row[Any]) -> Upload:
    values = list(row)
    values[6] = datetime.fromisoformat(values[6])
    values[10:12] = [value or "" for value in values[10:12]]
    values[12] = msgspec.json.decode(values[12] or "{}")
    return Upload(*values)
