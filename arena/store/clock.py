"""The competition's clock, which never goes back. All processes of the competition share it.

A time is noted in the database before anybody gets it. So whatever happens to the clock of the
machine, no process gets an earlier time afterwards: what was visible stays visible, and what was
frozen or closed stays so. It counts for everything that is decided by the time. How long something
takes is measured with the monotonic clock.
"""

from datetime import UTC, datetime, timedelta
from typing import Any

from arena.common.times import minute
from arena.store.store import Store

JITTER = timedelta(seconds=5)  # by which clocks are set back every day
STEP = timedelta(seconds=1)  # between two coarse times
CLOCK = "clock"  # the note of the latest time


def now(store: Store, *, coarse: bool = False) -> tuple[datetime, str]:
    """The time in the zone of this machine, and a warning if the clock has been set back.

    Then the time stands still. A `coarse` time is up to a second late. It is for those who look
    again and again: mostly, they need not write.
    """
    clock, noted = _machine_time(), last_time(store)
    if noted is None or clock > (noted + STEP if coarse else noted):
        noted = _read(store.change_note(CLOCK, lambda noted: _later(noted, clock)))
    assert noted is not None
    if clock + JITTER < noted:
        return noted, (
            f"The clock of this machine was set back: it says {minute(clock)}, and it was "
            f"{minute(noted)} before. Until it is later than that, {minute(noted)} counts"
        )
    return noted, ""


def last_time(store: Store) -> datetime | None:
    """The latest time that anybody got; None for a new competition."""
    return _read(store.note(CLOCK))


def _machine_time() -> datetime:
    """The time of the machine, up to the next millisecond: games have no finer times."""
    clock = datetime.now(UTC).astimezone()
    return clock + timedelta(microseconds=-clock.microsecond % 1000)


def _later(noted: Any, clock: datetime) -> str:
    before = _read(noted)
    return clock.isoformat() if before is None or clock > before else str(noted)


def _read(noted: Any) -> datetime | None:
    return None if noted is None else datetime.fromisoformat(noted).astimezone()
