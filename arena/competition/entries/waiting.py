"""Decides whether all files that came before a deadline have their verdicts."""

from datetime import datetime, timedelta

from arena.store.live.uploads import STORED_WITHIN, unfinished
from arena.store.store import Store

SETTLED = STORED_WITHIN + timedelta(seconds=5)  # after a deadline: all that came in time is stored


def has_settled(store: Store, deadline: datetime, now: datetime) -> bool:
    """Has the deadline passed, and has every file that came before it a verdict?"""
    return now > deadline + SETTLED and not _is_waiting(store, deadline)


def _is_waiting(store: Store, deadline: datetime) -> bool:
    times = [upload.received_at for upload in unfinished(store.database)]
    times += [version.received_at for version in store.versions() if not version.status]
    return any(time <= deadline for time in times)
