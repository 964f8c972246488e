"""The turn of a bot in the arena's own process: its time, its answer, and whether it was late.

A subclass says how the turn is ended when its time is up.
"""

import os
import sys
import time
from collections.abc import Callable
from time import perf_counter_ns

from arena.guest.bot.runner import SILENCE, Reply, Thought, TooLate
from arena.guest.bot.tracebacks import no_answer
from arena.sandbox.timing.budgets import GRACE
from arena.sandbox.timing.lateness import FIRST, STARVED, Reading, Turn
from arena.sandbox.timing.stolen import stolen_time

QUICK = 200_000  # nanoseconds of a turn that is too short to measure its processor time
NOTHING = Reading(0, 0, 0, 0, 0, 0, False)  # on systems that do not count: no time is given back
IS_LINUX = sys.platform.startswith("linux")


class InProcessTurn:
    """One turn. `result` plays it."""

    waited = 0  # nanoseconds of a slow turn in which the bot waited for a core
    excuse = ""  # set if it waited so long that the turn does not count
    _reply: Reply = SILENCE
    _error: BaseException | None = None
    _turn: Turn | None = None  # made when the first look is needed
    _started = _cpu = 0  # the clocks when the turn began
    _began = 0  # when the bot's code began, if that was later
    _ended = 0  # when it ended
    _reason = ""  # of a timeout, with the line in which the bot was

    def __init__(self, decide: Callable[[], Reply], budget: float) -> None:
        self._decide = decide
        self._budget = budget
        self._allowed = int((budget + GRACE) * 1e9)

    def result(self) -> Thought:
        """The answer or the error of the bot, or `TooLate`."""
        self._started = perf_counter_ns()
        self._cpu = processor_time(self._started)
        self._play()
        took = (self._ended or perf_counter_ns()) - (self._began or self._started)
        used = took if took < QUICK else time.process_time_ns() - self._cpu
        us, cpu = took // 1000, used // 1000
        if not self._ended:
            return SILENCE, TooLate(self._reason or no_answer(self._budget)), us, cpu
        if took > self._allowed + self.waited:
            late = f"answered after {us / 1e6:.3g} s, the budget is {self._budget:g} s"
            return SILENCE, TooLate(late), us, cpu
        return self._reply, self._error, us, cpu

    def _play(self) -> None:
        """Let the bot think, until it answers or is late."""
        raise NotImplementedError

    def _first_reading(self) -> Reading:
        """The reading at the start of the turn. The caller may ask for it later in the turn."""
        raise NotImplementedError

    def _reading(self, taken: int, wants: bool = False) -> Reading:
        """How the bot's thread has used the processor since the turn began."""
        raise NotImplementedError

    def _wants_a_core(self) -> bool:
        """Does the bot want to compute now?"""
        return False

    def _think(self) -> None:
        """Run the bot. Its thread does this."""
        try:
            self._reply = self._decide()
        except TooLate:
            raise
        except BaseException as error:  # also `SystemExit`, which a thread would lose
            self._error = error
        ended = perf_counter_ns()
        if ended - self._started > FIRST:
            reading = self._reading(stolen_time())
            self.waited = self._lateness().waiting_time(perf_counter_ns(), reading)
        self._ended = ended

    def _look(self) -> int | None:
        """The time until which to wait for the bot; None if it is late."""
        reading = self._reading(stolen_time(), self._wants_a_core())
        turn = self._lateness()
        until = turn.look(perf_counter_ns(), reading)
        if turn.is_starved:
            self.excuse = STARVED
        return until

    def _lateness(self) -> Turn:
        """The rules of lateness for this turn."""
        if self._turn is None:
            self._turn = Turn(self._started, self._allowed)
            self._turn.look(self._started, self._first_reading())
        return self._turn


_last = [0, -QUICK]  # the last processor time, and when it was read


def processor_time(now: int) -> int:
    """The processor time of this process at the beginning of a turn, in nanoseconds.

    Reading it takes longer than the rest of a quick turn. So after a recent reading, we assume that
    the process has computed since then. The error is less than `QUICK`.
    """
    since = now - _last[1]
    if not 0 <= since < QUICK:
        _last[:] = time.process_time_ns(), now
        return _last[0]
    return _last[0] + since


def core_use(thread: int) -> tuple[int, int]:
    """How long a thread of ours ran, and how long it waited for a core, in nanoseconds."""
    try:
        ran, waited, _ = map(int, thread_file(thread, "schedstat").split())
    except (OSError, ValueError):  # it has just ended
        return 0, 0
    return ran, waited


def thread_file(thread: int, name: str) -> bytes:
    """A file of Linux about a thread of ours."""
    file = os.open(f"/proc/self/task/{thread}/{name}", os.O_RDONLY)
    try:
        return os.read(file, 4096)
    finally:
        os.close(file)
