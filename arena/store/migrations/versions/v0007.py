"""The log of a competition. It gets the facts that were notes before.

What those who are watching get are called news now: they are not the log.
"""

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

LONG_AGO = "1970-01-01T00:00:00+00:00"  # the time of a fact whose time was not noted
NOTE = sa.table("note", sa.column("name"), sa.column("value"))
LOG = sa.table("log", *(sa.column(name) for name in ("number", "at", "kind", "body", "hash")))


def upgrade() -> None:
    op.rename_table("event", "news")
    op.create_table(
        "log",
        sa.Column("number", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("at", sa.String(32), nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_log"),
    )
    op.create_index("ix_log_kind", "log", ["kind"])
    notes = {
        name: json.loads(value) for name, value in op.get_bind().execute(sa.select(NOTE)).all()
    }
    _write([event for name in sorted(notes) for event in _events_of(name, notes[name])])


def _events_of(name: str, value: Any) -> list[tuple[str, Mapping[str, Any]]]:
    """The events of a note, each with its kind. The note is deleted then."""
    kind, _, phase = name.partition(" ")
    events: list[tuple[str, Mapping[str, Any]]]
    if name == "decisions":
        events = [("Decision", each) for each in value]
    elif name.startswith("set aside "):
        events = [("SetAside", {"phase": name[len("set aside ") :], "records": value})]
    elif kind == "began" and value is not None:
        events = [("TermsSet", {"phase": phase, **value})]
    elif kind == "versions" and phase:
        events = [("VersionsFixed", {"phase": phase, "versions": value})]
    elif kind == "lots" and phase:
        events = [("LotsDrawn", {"phase": phase, "lots": value})]
    elif kind == "ladder" and phase:
        events = [("Arrived", {"phase": phase, "arrivals": value.get("arrivals", [])})]
        if value.get("dropped"):
            events.append(("GamesDropped", {"phase": phase, "games": value["dropped"]}))
        if value.get("closed") is not None:
            events.append(("LadderClosed", {"phase": phase, "round": value["closed"]}))
    else:
        return []
    op.get_bind().execute(sa.delete(NOTE).where(NOTE.c.name == name))
    return events


def _write(events: list[tuple[str, Mapping[str, Any]]]) -> None:
    rows, hash = [], ""
    for number, (kind, event) in enumerate(events, start=1):
        body = _json(event)
        hash = sha256("\n".join([hash, str(number), LONG_AGO, kind, body]).encode()).hexdigest()
        row = {"number": number, "at": LONG_AGO, "kind": kind, "body": body, "hash": hash}
        rows.append(row)
    if rows:
        op.get_bind().execute(sa.insert(LOG), rows)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
