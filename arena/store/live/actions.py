"""What organisers do: a row for each action, which is the queue of the engine and the audit log.

The web half writes down what an organiser wants at the desk, and the engine does it (decision 58).
A command writes its row when it begins. No row is ever deleted.
"""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct
from sqlalchemy import Select, insert, select, update

from arena.store import tables
from arena.store.database import Database

DESK, COMMAND = "desk", "command"  # doors
WAITING, BEGUN, DONE, REFUSED = "waiting", "begun", "done", "refused"  # statuses


class ActionRequest(Struct, frozen=True, omit_defaults=True):
    """What the organiser wants. An action uses some of these fields, and the others are empty."""

    what: str  # the name of the action
    reason: str = ""
    phase: str = ""
    team: str = ""  # as the organiser has written it
    version: int = 0
    until: datetime | None = None
    received: datetime | None = None  # when a late file arrived
    file: str = ""  # a late file, from the folder of the competition on
    minutes: int = 0  # of a show; 0: as before
    rehearse: bool = False
    again: bool = False  # begin the show again
    games: list[str] = []
    match: str = ""
    teams: list[str] = []
    void: bool = False
    sealed: bool = False
    code: bool = False  # publish the bots, too
    language: str = ""


class Actor(NamedTuple):
    """An organiser, and the door by which he or she came."""

    name: str
    door: str


class LoggedAction(NamedTuple):
    id: int
    at: datetime
    actor: Actor
    request: ActionRequest
    status: str
    answer: list[str]  # sentences: what was done, or why not


def ask_action(
    database: Database,
    actor: Actor,
    request: ActionRequest,
    now: datetime,
    status: str = WAITING,
    answer: Sequence[str] = (),
) -> int:
    """Write down what the organiser wants; returns the number of the action."""
    row = {
        "at": now.astimezone(UTC).isoformat(timespec="milliseconds"),
        "organiser": actor.name,
        "door": actor.door,
        "what": request.what,
        "request": msgspec.json.encode(request).decode(),
        "status": status,
        "answer": msgspec.json.encode(answer).decode(),
    }
    with database.writing() as connection:
        made = connection.execute(insert(tables.action).values(row))
        assert made.inserted_primary_key is not None
        return int(made.inserted_primary_key[0])


def answer_action(database: Database, id: int, status: str, answer: Sequence[str] = ()) -> None:
    """Note how far the action is."""
    text = msgspec.json.encode(answer).decode()
    change = update(tables.action).where(tables.action.c.id == id)
    with database.writing() as connection:
        connection.execute(change.values(status=status, answer=text))


def actions_that_wait(database: Database) -> list[LoggedAction]:
    """The actions of the desk that are to be done, the first one first.

    Those that had begun when the engine was killed are among them.
    """
    table = tables.action.c
    return _rows(
        database,
        select(tables.action)
        .where(table.status.in_((WAITING, BEGUN)), table.door == DESK)
        .order_by(table.id),
    )


def action_of(database: Database, id: int) -> LoggedAction | None:
    """The action with this number."""
    rows = _rows(database, select(tables.action).where(tables.action.c.id == id))
    return rows[0] if rows else None


def logged_actions(database: Database, most: int) -> list[LoggedAction]:
    """The last actions, the newest first."""
    return _rows(database, select(tables.action).order_by(tables.action.c.id.desc()).limit(most))


def _rows(database: Database, query: Select[Any]) -> list[LoggedAction]:
    with database.reading() as connection:
        rows = connection.execute(query).all()
    return [
        LoggedAction(
            row.id,
            datetime.fromisoformat(row.at),
            Actor(row.organiser, row.door),
            msgspec.json.decode(row.request, type=ActionRequest),
            row.status,
            msgspec.json.decode(row.answer),
        )
        for row in rows
    ]
