"""Waits until the machine has a core for us again, and says so.

A game in which a bot got no core in time is not counted. It is played again, but not at once: it
would come to the same end.
"""

import logging
import time
from pathlib import Path

ENOUGH = 0.25  # of a core: a bot may take several times its budget while others have the core
LOOK = 0.05  # seconds for which we look
PAUSE = 2.0  # seconds from one look to the next
SAY_AGAIN = 15  # looks after which we say once more that we wait

log = logging.getLogger(__name__)


def wait_for_a_core(reason: str) -> None:
    """Return when we get enough of a core. `reason` says what the busy machine has spoiled."""
    looks = 0
    while (share := our_share()) < ENOUGH:
        if looks % SAY_AGAIN == 0:
            log.warning(
                "The machine is busy: we get %d %% of a core. %s. It does not count, and is done "
                "again when there is a core for it. End other programs, or wait",
                100 * share,
                reason,
            )
        looks += 1
        time.sleep(PAUSE)


def our_waiting() -> int:
    """For how many nanoseconds this thread has waited for a core so far; 0 where nobody counts."""
    try:
        return int(Path("/proc/thread-self/schedstat").read_text().split()[1])
    except (OSError, ValueError):
        return 0


def our_share() -> float:
    """How much of a core this thread gets when it wants all of it."""
    started, ran = time.perf_counter(), time.thread_time()
    while (took := time.perf_counter() - started) < LOOK:
        pass
    return (time.thread_time() - ran) / took
