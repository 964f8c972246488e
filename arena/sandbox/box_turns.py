"""Waits for the answers of a bot in a box, and decides whether one is late.

The rule is in `timing/lateness.py`. This module reads the clocks for it. On a busy machine the
arena itself waits for a core, between any two lines. So it looks for an answer once more before it
calls a bot late, and reads clocks again if they do not belong together.
"""

from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from time import perf_counter_ns, thread_time_ns
from typing import Protocol

from arena.guest.protocol import wire
from arena.sandbox.boxes.box import Box, CoreUse, Late
from arena.sandbox.timing.lateness import FIRST, MOST_BESIDES, Reading, Turn
from arena.sandbox.timing.stolen import recent_stolen_time, stolen_time

OLD = 20_000_000  # nanoseconds until `note_waiting` must be called again
TOGETHER = 1_000_000  # nanoseconds that a bot may compute while we read its clocks
TRIES = 3  # to read clocks that belong together


class Starved(Exception):
    """The bot is late because the machine gave it no core."""


class Neighbour(Protocol):
    """Another seat at the table. Its bot must not compute while this one thinks."""

    def keep_quiet(self) -> None: ...

    def cpu(self) -> int: ...


class BoxTurns:
    """The turns of the bot in one box."""

    def __init__(
        self, box: Box, others: Callable[[], Iterable[Neighbour]], cores: Collection[int]
    ) -> None:
        self._box = box
        self._others = others
        self._cores = cores  # those of the table
        self._turn: Turn | None = None  # the current turn, if the answer did not come at once
        # The clocks before the turn, in nanoseconds. A new box has not waited yet.
        self.noted = -OLD  # when they were read
        self._waited = 0  # for a core
        self._besides = 0  # used by the bot's other threads
        self._stolen = recent_stolen_time(cores)

    def note_waiting(self, now: int) -> None:
        """Note how long the bot has waited for a core so far. Call it before a turn.

        It takes as long as a quick turn, so a note may be a little old. Then the bot gets back a
        little of what it waited in quick turns. It never gets more than it did not compute.
        """
        self.noted = now
        used, use = self._clocks()
        self._waited, self._besides = use.waited, max(0, used - use.ran)
        self._stolen = recent_stolen_time(self._cores)

    def begin(self) -> None:
        """A turn begins."""
        self._turn = None

    def receive(
        self, started: int, used: int, allowed: int, besides: int = MOST_BESIDES
    ) -> wire.FromBot:
        """The next message, if it comes within the turn. A quick answer costs little.

        `used` is the processor time of the bot when the turn started.
        """
        box = self._box
        with suppress(Late):
            return box.receive(started + min(FIRST, allowed))
        turn = Turn(started, allowed, besides)
        self._turn = self._turn or turn
        ran, caused = used - self._besides, self._caused()
        turn.look(
            started, Reading(ran, self._waited, used, caused, self._stolen, box.printed, False)
        )
        until: int | None = started
        while until is not None:
            for other in self._others():
                other.keep_quiet()
            until = turn.look(perf_counter_ns(), self._reading())
            with suppress(Late):  # it may have come while we waited for a core ourselves
                return box.receive(until or 0)
        raise Starved if turn.is_starved else Late

    def waiting_time(self) -> int:
        """The microseconds of this turn in which the bot waited for a core."""
        if self._turn is None:
            return 0
        return self._turn.waiting_time(perf_counter_ns(), self._reading()) // 1000

    def _reading(self) -> Reading:
        used, (ran, waited, wants) = self._clocks()
        stolen = stolen_time(self._cores)
        return Reading(ran, waited, used, self._caused(), stolen, self._box.printed, wants)

    def _clocks(self) -> tuple[int, CoreUse]:
        """The processor time of the process, and how its main thread used the processor.

        If the bot computed between the two, the difference would look like work of other threads.
        """
        for _ in range(TRIES):
            used = self._box.cpu()
            use = self._box.core_use()
            if self._box.cpu() - used < TOGETHER:
                break
        return used, use

    def _caused(self) -> int:
        return thread_time_ns() + sum(other.cpu() for other in self._others())
