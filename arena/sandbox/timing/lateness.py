"""Decides when a bot is late. Its clock stands still while it waits for a core.

The budget is wall time. On a busy machine a bot can miss it although it wanted to compute, because
no core was free. Linux counts for every thread how long it waited for a core. The bot may answer
later by this time. It gains nothing, because it did not compute meanwhile.

Time in which a hypervisor gave the whole core to another machine counts in the same way.

Waiting that the bot causes does not count: for its own other threads, for the other bots at the
table, and for the arena, which must read the bot's output. All of this is subtracted. A bot gets no
time back at all if it printed, or if its other threads worked for longer than Linux's error. And it
never gets back more than the time in which it did not run.
"""

from typing import NamedTuple

FIRST = 2_000_000  # nanoseconds of a turn before the first look
STEP = 10_000_000  # nanoseconds between two looks
TICK = 12_000_000  # nanoseconds by which Linux's count for a running thread may be too low
STARVED = "the machine is so busy that the bot did not get a core in time"
MOST_TIMES, MOST_BESIDES = 5, 1_000_000_000  # the longest turn: 5 times its time, and 1 s


class Reading(NamedTuple):
    """How the processor was used so far, in nanoseconds. Only differences between two matter."""

    ran: int  # the bot's main thread
    waited: int  # the bot's main thread, for a core
    used: int  # all threads of the bot
    caused: int  # the arena and the other bots at the table
    stolen: int  # by the hypervisor, from the core of this table
    printed: int  # bytes of the bot's output
    wants: bool  # does the main thread want a core now?


class Turn:
    """The time that a bot has for one answer."""

    def __init__(self, started: int, allowed: int, besides: int = MOST_BESIDES) -> None:
        self._started = started
        self._allowed = allowed
        self._most = allowed * MOST_TIMES + besides
        self._first: Reading | None = None
        self._last: Reading | None = None
        self._looked = started
        self._waiting = 0  # nanoseconds of waiting that Linux has not counted yet
        self.is_starved = False  # we stopped waiting, and it had no core

    def look(self, now: int, reading: Reading) -> int | None:
        """The time until which to wait before the next look; None if the bot is late."""
        if self._first is None:
            self._first = self._last = reading
        self._waiting = self._waits_still(now, reading)
        self._last, self._looked = reading, now
        due = self._started + self._allowed + self._uncaused_waiting(reading)
        if now >= due:
            return None
        if now >= self._started + self._most:
            self.is_starved = True
            return None
        return min(due, now + STEP)

    def waiting_time(self, now: int, reading: Reading) -> int:
        """The nanoseconds of a slow turn in which the bot waited for a core."""
        self._waiting, self._looked = 0, now  # it has answered
        return self._uncaused_waiting(reading)

    def _waits_still(self, now: int, reading: Reading) -> int:
        """The nanoseconds that the bot has waited and Linux has not counted yet.

        Linux adds the waiting time of a thread only when the thread gets its core.
        """
        assert self._last is not None
        if not reading.wants:
            return 0
        got, counted = reading.used - self._last.used, reading.waited - self._last.waited
        unexplained = max(0, now - self._looked - got - counted)
        return unexplained if got or counted else self._waiting + unexplained

    def _uncaused_waiting(self, now: Reading) -> int:
        """The nanoseconds of waiting for a core that nobody at this table has caused."""
        first = self._first
        assert first is not None
        if not self._may_have_waited(now):
            return 0
        did_not_run = self._looked - self._started - (now.ran - first.ran)
        waited = min(now.waited - first.waited + self._waiting, did_not_run)
        caused = now.caused - first.caused + self._in_other_threads(now)
        return max(0, waited - caused) + max(0, now.stolen - first.stolen)

    def _may_have_waited(self, now: Reading) -> bool:
        """Can the bot have waited? Not if it printed, or if its other threads used its core."""
        first = self._first
        assert first is not None
        return now.printed == first.printed and self._in_other_threads(now) <= TICK

    def _in_other_threads(self, now: Reading) -> int:
        first = self._first
        assert first is not None
        return max(0, (now.used - first.used) - (now.ran - first.ran))
