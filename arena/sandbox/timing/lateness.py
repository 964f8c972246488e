"""When a bot is late. Its time stands still while it waits for a core that somebody else uses.

The budget is wall time. On a busy machine a bot can miss it without having had it: it wanted to
compute, and no core was free. Linux counts for every thread how long it waited for a core. So many
nanoseconds the bot may be later. It gains nothing by that, because it did not compute meanwhile.

Time in which a hypervisor gave the whole core to another machine counts in the same way.

What the bot causes itself is not waiting: its own other threads, the other bots at the table, and
the arena, which must read what the bot prints. All of that is subtracted. A bot that printed, or
whose other threads worked for longer than Linux may be wrong about, gets no time back at all.
"""

from typing import NamedTuple

FIRST = 2_000_000  # nanoseconds of a turn that cost nobody a look
STEP = 10_000_000  # nanoseconds between two looks
TICK = 12_000_000  # nanoseconds by which Linux may be behind with the time of a running thread
MOST_TIMES, MOST_BESIDES = 5, 1_000_000_000  # the longest turn: so many times its time, and 1 s


class Reading(NamedTuple):
    """What the processor has done so far, in nanoseconds. Differences between two count."""

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
        self._waiting = 0  # nanoseconds that it waits for a core and Linux has not counted yet
        self.is_starved = False  # it was given up, and had no core

    def look(self, now: int, reading: Reading) -> int | None:
        """Until when to wait for an answer, or for the next look. None: the bot is late."""
        if self._first is None:
            self._first = self._last = reading
        self._waiting = self._waits_still(now, reading)
        self._last, self._looked = reading, now
        due = self._started + self._allowed + self._given_back(reading)
        if now >= due:
            return None
        if now >= self._started + self._most:
            self.is_starved = True
            return None
        return min(due, now + STEP)

    def waited(self, now: Reading) -> int:
        """The nanoseconds of a slow turn in which the bot wanted a core and others had it."""
        self._waiting = 0  # it has answered
        return self._given_back(now)

    def _waits_still(self, now: int, reading: Reading) -> int:
        """For how long the bot waits for a core up to now, as far as Linux does not count it yet.

        Linux adds what a thread has waited only when the thread gets its core.
        """
        assert self._last is not None
        if not reading.wants:
            return 0
        got, counted = reading.used - self._last.used, reading.waited - self._last.waited
        unexplained = max(0, now - self._looked - got - counted)
        return unexplained if got or counted else self._waiting + unexplained

    def _given_back(self, now: Reading) -> int:
        """The nanoseconds that the bot has waited for a core by nobody's fault at this table."""
        first = self._first
        assert first is not None
        if not self._may_have_waited(now):
            return 0
        waited = now.waited - first.waited + self._waiting
        caused = now.caused - first.caused + self._in_other_threads(now)
        return max(0, waited - caused) + max(0, now.stolen - first.stolen)

    def _may_have_waited(self, now: Reading) -> bool:
        """Has the bot done nothing in this turn that could have kept itself from its core?"""
        first = self._first
        assert first is not None
        return now.printed == first.printed and self._in_other_threads(now) <= TICK

    def _in_other_threads(self, now: Reading) -> int:
        first = self._first
        assert first is not None
        return max(0, (now.used - first.used) - (now.ran - first.ran))
