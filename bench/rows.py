"""The rows of the table: how each is described, found and measured.

To add a subject, write a module beside this one with a list ROWS, and add its name to SUBJECTS. The
ids of its rows begin with that name, so that a run imports only the subjects that it needs.
"""

import importlib
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any

from bench.contest import Contest, hold, spread

SUBJECTS = (
    "boerenbridge",
    "brisca",
    "cluster",
    "competition",
    "ladder",
    "learn",
    "pages",
    "recycle",
    "robobrisca",
    "sandbox",
    "search",
    "server",
    "show",
    "table",
    "tarot",
)


@dataclass(frozen=True)
class Row:
    id: str
    unit: str
    contest: Callable[[], AbstractContextManager[Contest]]
    floor: float | None = None  # the least ratio
    goal: float | None = None  # the ratio that we want to reach
    note: str = ""
    compiled: bool = True  # is our side about the compiled rules?
    ceiling: float | None = None  # instead of a floor, for a ratio of times: the largest allowed


def choose(wanted: Sequence[str]) -> list[Row]:
    """The rows whose ids begin with one of these words; all rows if there are no words."""
    words = wanted or [""]
    return [
        row
        for subject in SUBJECTS
        if any(subject.startswith(word) or word.startswith(subject) for word in words)
        for row in importlib.import_module(f"bench.{subject}").ROWS
        if any(row.id.startswith(word) for word in words)
    ]


def fill_in(row: Row) -> dict[str, Any]:
    """Measure a row, and return its entry of `Out/bench.json`."""
    with row.contest() as contest:
        rates = hold(contest)
    ours, peer = max(rates.ours), max(rates.peer)
    if row.ceiling is not None:
        ours, peer = 1 / ours, 1 / peer
    filled: dict[str, Any] = {
        "id": row.id,
        "unit": row.unit,
        "ours": ours,
        "peer": peer,
        "peer_name": contest.peer_name,
        "ratio": ours / peer,
    }
    for name in ("floor", "ceiling", "goal", "note"):
        if getattr(row, name):
            filled[name] = getattr(row, name)
    filled["spread"] = {"ours": spread(rates.ours), "peer": spread(rates.peer)}
    return filled
