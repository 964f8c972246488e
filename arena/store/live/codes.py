"""The codes with which teams sign in (decision 49).

The database never has a code: it has the first group, and a salted hash of all of it.
"""

import hmac
import secrets
from datetime import UTC, datetime
from hashlib import pbkdf2_hmac
from typing import NamedTuple

from sqlalchemy import Connection, delete, insert, select

from arena.store import tables
from arena.store.database import Database
from arena.store.store import Team

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # Crockford's base 32
TYPED = str.maketrans("OIL", "011", " -\t")  # what people type for other letters
GROUPS, GROUP = 4, 4  # 80 bits, of which the prefix has 20
LONGEST = 100  # characters of what is looked at, if it cannot be a code
ROUNDS = 10_000  # of the hash: 3 ms
TEAM = "team"


class CodeHolder(NamedTuple):
    """The owner of a code."""

    code: int
    role: str
    team: str  # the key of the team; empty for another role


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
        while True:
            code = "-".join(_group() for _ in range(GROUPS))
            taken = select(tables.code.c.id).where(tables.code.c.prefix == prefix_of(code))
            if connection.execute(taken).first() is None:
                break
        salt = secrets.token_hex(16)
        connection.execute(
            insert(tables.code).values(
                role=TEAM,
                team_id=team.id,
                prefix=prefix_of(code),
                salt=salt,
                hash=_hash(code, salt),
                made_at=datetime.now(UTC).isoformat(timespec="seconds"),
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
    return CodeHolder(row.id, row.role, row.key or "") if row and matches else None


def _row(connection: Connection, prefix: str):  # type: ignore[no-untyped-def]
    query = (
        select(
            tables.code.c.id,
            tables.code.c.role,
            tables.code.c.salt,
            tables.code.c.hash,
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
