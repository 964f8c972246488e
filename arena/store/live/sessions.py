"""Sessions of people who have signed in. The cookie has a token, the database only its hash."""

import secrets
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import NamedTuple

from sqlalchemy import delete, insert, select

from arena.store import tables
from arena.store.database import Database
from arena.store.live.codes import ORGANISER, CodeHolder

LASTS = timedelta(days=30)
LASTS_AT_THE_DESK = timedelta(days=1)


class Session(NamedTuple):
    role: str
    team: str  # its key; empty for another role
    name: str  # of the organiser; empty for another role


def lasts(role: str) -> timedelta:
    """How long a session of this role lasts."""
    return LASTS_AT_THE_DESK if role == ORGANISER else LASTS


def begin_session(database: Database, holder: CodeHolder, now: datetime) -> str:
    """A new session for the owner of a code; returns its token. Sessions that are over end."""
    token, now = secrets.token_urlsafe(32), now.astimezone(UTC)
    with database.writing() as connection:
        connection.execute(delete(tables.session).where(tables.session.c.ends_at < now.isoformat()))
        connection.execute(
            insert(tables.session).values(
                hash=_hash(token),
                code_id=holder.code,
                started_at=now.isoformat(timespec="seconds"),
                ends_at=(now + lasts(holder.role)).isoformat(timespec="seconds"),
            )
        )
    return token


def session_of(database: Database, token: str, now: datetime) -> Session | None:
    """The session with this token, if it has not ended."""
    if not token:
        return None
    query = (
        select(tables.code.c.role, tables.code.c.name, tables.team.c.key, tables.session.c.ends_at)
        .select_from(tables.session)
        .join(tables.code)
        .outerjoin(tables.team, tables.team.c.id == tables.code.c.team_id)
        .where(tables.session.c.hash == _hash(token))
    )
    with database.reading() as connection:
        row = connection.execute(query).first()
    if row is None or datetime.fromisoformat(row.ends_at) <= now:
        return None
    return Session(row.role, row.key or "", row.name)


def end_session(database: Database, token: str) -> None:
    with database.writing() as connection:
        connection.execute(delete(tables.session).where(tables.session.c.hash == _hash(token)))


def end_sessions_like(database: Database, token: str) -> None:
    """End all sessions that began with the same code as this one."""
    table = tables.session
    code = select(table.c.code_id).where(table.c.hash == _hash(token)).scalar_subquery()
    with database.writing() as connection:
        connection.execute(delete(table).where(table.c.code_id == code))


def _hash(token: str) -> str:
    return sha256(token.encode()).hexdigest()
