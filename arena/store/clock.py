"""The competition's clock, which never goes back. All processes of the competition share it."""

from datetime import UTC, datetime, timedelta

from arena.common.times import minute
from arena.store.store import Store

JITTER = timedelta(seconds=5)  # by which clocks are set back every day
NOTED = timedelta(seconds=1)  # after which the time is noted again, so that reading is cheap
CLOCK = "clock"  # the note of the latest time seen


def now(store: Store) -> tuple[datetime, str]:
    """The time in the zone of this machine, and a warning if the clock has been set back.

    Then the time stands still.
    """
    clock = datetime.now(UTC).astimezone()
    noted = store.note(CLOCK)
    last = datetime.fromisoformat(noted) if noted else clock
    if clock + JITTER < last:
        return last, (
            f"The clock of this machine was set back: it says {minute(clock)}, and it was "
            f"{minute(last)} before. Until it is later than that, {minute(last)} counts"
        )
    if noted is None or clock - last > NOTED:
        store.set_note(CLOCK, clock.isoformat())
    return max(clock, last), ""
