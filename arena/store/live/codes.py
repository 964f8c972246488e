"""The codes with which teams and organisers sign in (decision 49).

The database never has a code: it has the first group, and a salted hash of all of it.
"""

import hmac
import secrets
from datetime import UTC, datetime
from hashlib import pbkdf2_hmac
from typing import NamedTuple

from sqlalchemy import Connection, delete, func, insert, select

from arena.common.errors import ArenaError
from arena.guest.protocol.safe_text import plain
from arena.store import tables
from arena.store.database import Database
from arena.store.store import Team

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # Crockford's base 32
TYPED = str.maketrans("OIL", "011", " -\t")  # what people type for other letters
GROUPS, GROUP = 4, 4  # 80 bits, of which the prefix has 20
LONGEST = 100  # characters of what is looked at, if it cannot be a code
ROUNDS = 10_000  # of the hash: 3 ms
TEAM, ORGANISER = "team", "organiser"  # roles
LONGEST_NAME = 40  # characters of an organiser's name


class CodeHolder(NamedTuple):
    """The owner of a code."""

    code: int
    role: str
    team: str  # the key of the team; empty for another role
    name: str  # of the organiser; empty for another role


class OrganiserCode(NamedTuple):
    """An organiser who has a code."""

    name: str
    made_at: datetime  # the code
    sessions: int  # devices on which the organiser has signed in


def tidy(typed: str) -> str:
    """The code as it was printed, from what a person has typed; empty if it cannot be one."""
    letters = typed.upper().translate(TYPED)
    if len(letters) != GROUPS * GROUP or not set(letters) <= set(ALPHABET):
        return ""
    return "-".join(letters[at : at + GROUP] for at in range(0, len(letters), GROUP))


def prefix_of(typed: str) -> str:
    """The first group of what was typed, also if it cannot be a code."""
    letters = typed[:LONGEST].upper().translate(TYPED)
    return "".join(letter for letter in letters if letter in ALPHABET)[:GROUP]


def make_code(database: Database, team: Team, *, revoke: bool = False) -> str:
    """A new code for the team. With `revoke`, all others of the team end, and their sessions."""
    with database.writing() as connection:
        if revoke:
            connection.execute(delete(tables.code).where(tables.code.c.team_id == team.id))
        return _add_code(connection, role=TEAM, team_id=team.id)


def make_organiser_code(database: Database, name: str) -> str:
    """A new code for the organiser of this name. The one before ends, with its sessions."""
    name = checked_organiser(name)
    with database.writing() as connection:
        _delete_codes(connection, name)
        return _add_code(connection, role=ORGANISER, name=name)


def revoke_organiser(database: Database, name: str) -> str:
    """End the code and the sessions of this organiser; returns the name as it was given."""
    with database.writing() as connection:
        deleted = _delete_codes(connection, name)
    if not deleted:
        names = ", ".join(each.name for each in organisers(database))
        known = f"There are: {names}" if names else "To give one: arena desk code"
        raise ArenaError(f"There is no organiser {plain(name)[:60]!r} with a code. {known}")
    return deleted


def organisers(database: Database) -> list[OrganiserCode]:
    """All organisers who have a code, by name."""
    code, session = tables.code, tables.session
    query = (
        select(code.c.name, code.c.made_at, func.count(session.c.id))
        .select_from(code)
        .outerjoin(session)
        .where(code.c.role == ORGANISER)
        .group_by(code.c.id, code.c.name, code.c.made_at)
    )
    with database.reading() as connection:
        rows = connection.execute(query).all()
    return sorted(
        OrganiserCode(name, datetime.fromisoformat(at), number) for name, at, number in rows
    )


def checked_organiser(name: str) -> str:
    """The name of an organiser, if it is one line of text."""
    tidy = " ".join(name.split())
    if not tidy or len(tidy) > LONGEST_NAME or plain(tidy) != tidy:
        raise ArenaError(
            f"The name of an organiser is one line of text, at most {LONGEST_NAME} characters, "
            f"such as --name Ana"
        )
    return tidy


def _delete_codes(connection: Connection, name: str) -> str:
    """Delete the code of this organiser; returns the name with which it was made, or nothing."""
    query = select(tables.code.c.id, tables.code.c.name).where(tables.code.c.role == ORGANISER)
    for id, known in connection.execute(query).all():
        if known.casefold() == " ".join(name.split()).casefold():
            connection.execute(delete(tables.code).where(tables.code.c.id == id))
            return str(known)
    return ""


def _add_code(connection: Connection, **owner: object) -> str:
    """Make a code for this owner."""
    while True:
        code = "-".join(_group() for _ in range(GROUPS))
        taken = select(tables.code.c.id).where(tables.code.c.prefix == prefix_of(code))
        if connection.execute(taken).first() is None:
            break
    salt = secrets.token_hex(16)
    connection.execute(
        insert(tables.code).values(
            prefix=prefix_of(code),
            salt=salt,
            hash=_hash(code, salt),
            made_at=datetime.now(UTC).isoformat(timespec="seconds"),
            **owner,
        )
    )
    return code


def holder_of(database: Database, typed: str) -> CodeHolder | None:
    """The owner of this code; None if there is no such code."""
    code = tidy(typed)
    with database.reading() as connection:
        row = _row(connection, prefix_of(code)) if code else None
    salt, known = (row.salt, row.hash) if row else ("00", "")
    matches = hmac.compare_digest(_hash(code, salt), known)  # also without a row: takes as long
    return CodeHolder(row.id, row.role, row.key or "", row.name) if row and matches else None


def _row(connection: Connection, prefix: str):  # type: ignore[no-untyped-def]
    query = (
        select(
            tables.code.c.id,
            tables.code.c.role,
            tables.code.c.salt,
            tables.code.c.hash,
            tables.code.c.name,
            tables.team.c.key,
        )
        .outerjoin(tables.team)
        .where(tables.code.c.prefix == prefix)
    )
    return connection.execute(query).first()


def _group() -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(GROUP))


def _hash(code: str, salt: str) -> str:
    return pbkdf2_hmac("sha256", code.encode(), bytes.fromhex(salt), ROUNDS).hex()
