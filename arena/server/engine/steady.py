"""Does the work of a lane again and again, also after errors: a server must not give up."""

import logging
import time
from collections.abc import Callable
from datetime import UTC, datetime

from arena.common.errors import ArenaError
from arena.store.live.heartbeats import beat
from arena.store.store import Store

BEAT = 2.0  # seconds between two signs of life
PAUSE = 5.0  # seconds after an error

log = logging.getLogger(__name__)


class Pulse:
    """The signs of life of a lane."""

    def __init__(self, store: Store, lane: str) -> None:
        self._store = store
        self._lane = lane
        self._doing = ""
        self._at = -BEAT

    def beat(self, doing: str = "") -> None:
        """Note that the lane lives, at most every `BEAT` seconds unless it does another thing."""
        doing = doing or self._doing
        if doing != self._doing or time.monotonic() - self._at > BEAT:
            self._doing, self._at = doing, time.monotonic()
            beat(self._store.database, self._lane, doing, datetime.now(UTC))


def work_steadily(look: Callable[[], None], pause: float) -> None:
    """Call `look` for ever. An error is logged once, and the work goes on a little later.

    An unexpected error ends the process, because nobody knows in which state it is. `services.py`
    starts it again.
    """
    logged = ""
    while True:
        try:
            look()
            if logged:
                logged = ""
                log.warning("The problem is over, and the work goes on.")
        except (ArenaError, OSError) as error:
            if str(error) != logged:
                logged = str(error)
                log.error("%s", logged)
            time.sleep(PAUSE)
        time.sleep(pause)
