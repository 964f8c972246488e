"""Waits until the machine has a core for us again, and logs a warning meanwhile.

A game in which a bot got no core in time does not count. It is played again, but not at once,
because the machine would still be busy.
"""

import logging
import time
from pathlib import Path

ENOUGH = 0.25  # of a core: a bot may take several times its budget while others have the core
LOOK = 0.05  # seconds of one measurement
PAUSE = 2.0  # seconds between two measurements
SAY_AGAIN = 30.0  # seconds until the warning is repeated, also for other games

log = logging.getLogger(__name__)
_last_warning = -SAY_AGAIN  # the time of the last warning


def wait_for_a_core(reason: str) -> None:
    """Return when we get enough of a core. `reason` says what the busy machine spoiled."""
    global _last_warning
    while (share := our_share()) < ENOUGH:
        if time.monotonic() - _last_warning >= SAY_AGAIN:
            _last_warning = time.monotonic()
            log.warning(
                "The machine is busy: we get %d %% of a core. %s. This does not count. It is "
                "repeated when a core is free. End other programs, or wait",
                100 * share,
                reason[:1].upper() + reason[1:],
            )
        time.sleep(PAUSE)


def our_waiting() -> int:
    """The nanoseconds that this thread has waited for a core so far; 0 if Linux does not count."""
    try:
        return int(Path("/proc/thread-self/schedstat").read_text().split()[1])
    except (OSError, ValueError):
        return 0


def our_share() -> float:
    """The share of a core that this thread gets when it wants all of it."""
    started, ran = time.perf_counter(), time.thread_time()
    while (took := time.perf_counter() - started) < LOOK:
        pass
    return (time.thread_time() - ran) / took
