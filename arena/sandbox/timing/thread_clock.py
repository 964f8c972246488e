"""Ends a turn with `func_timeout`: the bot thinks in a thread, and the arena's thread waits for it.

This works in every thread and on every system. A new thread for each turn takes longer than a turn
of most bots. The thread can be stopped unless it is in C code.
"""

import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from time import perf_counter_ns

from arena.guest.bot.runner import Reply, TooLate
from arena.guest.bot.tracebacks import no_answer
from arena.sandbox.timing.inprocess_turn import (
    IS_LINUX,
    NOTHING,
    InProcessTurn,
    core_use,
    thread_file,
)
from arena.sandbox.timing.lateness import Reading
from arena.sandbox.timing.stolen import recent_stolen_time

STOPPING = 0.1  # seconds for the thread to end after its time


class ThreadedTurn(InProcessTurn):
    """A turn in a thread of its own."""

    def __init__(self, decide: Callable[[], Reply], budget: float) -> None:
        super().__init__(decide, budget)
        # The clock of the arena's thread. The bot's thread reads it too.
        self._arena = time.pthread_getcpuclockid(threading.get_ident()) if IS_LINUX else -1
        self._host = threading.get_native_id()
        self._delay = core_use(self._host)[1] if IS_LINUX else 0  # of it, before the turn
        self._number = 0  # of the bot's thread

    def _play(self) -> None:
        from func_timeout import StoppableThread

        thread = StoppableThread(target=self._run, daemon=True)
        self._lateness()
        thread.start()
        until: int | None = self._started + self._allowed
        while until is not None and thread.is_alive():
            thread.join(max(0, until - perf_counter_ns()) / 1e9)
            if thread.is_alive():
                until = self._look()
        if thread.is_alive():
            frame = sys._current_frames().get(thread.ident or 0)
            self._reason = no_answer(self._budget, frame)
            thread.stop(TooLate)
            thread.join(STOPPING)

    def _run(self) -> None:
        self._number = threading.get_native_id()
        self._began = perf_counter_ns()
        with suppress(TooLate):
            self._think()

    def _first_reading(self) -> Reading:
        return self._reading(recent_stolen_time())

    def _reading(self, taken: int, wants: bool = False) -> Reading:
        """How the bot's thread has used the processor since the turn began.

        While the arena's thread holds Python's lock and waits for a core, the bot cannot run. This
        counts as waiting. Both may wait at once; `Turn` counts no more than the time in which the
        bot did not run.
        """
        if not IS_LINUX:
            return NOTHING
        ran, waited = core_use(self._number) if self._number else (0, 0)
        waited += core_use(self._host)[1] - self._delay
        arena = time.clock_gettime_ns(self._arena)
        return Reading(ran, waited, time.process_time_ns() - arena, arena, taken, 0, wants)

    def _wants_a_core(self) -> bool:
        try:
            return thread_file(self._number, "stat").rpartition(b")")[2].split()[0] == b"R"
        except (OSError, IndexError):
            return False
