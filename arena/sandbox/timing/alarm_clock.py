"""Ends a turn with the interval timer of the process: the bot thinks in the main thread.

Python runs signal handlers in the main thread only, and Windows has no such timer. Elsewhere
`thread_clock.py` does this. A timer takes far less time than a thread.

When the time is up, the handler raises `TooLate` in the bot's code. A bot that catches it is
interrupted again. Two things cannot be interrupted, and the arena must wait for them: C code that
computes, and a loop that catches all exceptions inside another such loop.

A system call takes longer than the rest of a quick turn. So the timer runs on after a turn, and the
next turn sets it only if it would ring too late. If it rings too early, the handler sets it again.
When the game ends, the timer stops and the earlier signal handlers are set again. If another part
of the process had a timer, it is set again after each turn.

A bot that sets SIGALRM itself is not interrupted any more in this turn, nor in one that begins
within the next millisecond. If it answers late, it is late.
"""

import signal
import sys
import threading
from importlib import import_module
from importlib.util import find_spec
from time import perf_counter_ns, process_time_ns, thread_time_ns
from types import CodeType, FrameType
from typing import Any

from arena.guest.bot.runner import TooLate
from arena.guest.bot.tracebacks import no_answer
from arena.sandbox.timing.inprocess_turn import IS_LINUX, NOTHING, InProcessTurn, core_use
from arena.sandbox.timing.lateness import Reading
from arena.sandbox.timing.stolen import OLD, stolen_time

AGAIN = 0.01  # seconds until a bot that goes on is interrupted again
PATIENCE = 100  # times that it rings while we look for the bot's line
SURE = 1_000_000  # nanoseconds after which we check again that our timer runs
SOON = 1e-6  # seconds; 0 would stop a timer
HAS_TIMER = hasattr(signal, "setitimer")  # Windows has none
if HAS_TIMER:
    from signal import ITIMER_REAL, getitimer, setitimer

    ALARM = int(signal.SIGALRM)
USERS = (int(signal.SIGINT), int(signal.SIGTERM))  # with them, a user ends the arena
# The functions in C below those of `signal`, whose conversions take thirty times as long.
_functions = import_module("_signal" if find_spec("_signal") else "signal")


def is_possible() -> bool:
    """Can a timer interrupt the code that runs here?"""
    return HAS_TIMER and threading.get_ident() == threading.main_thread().ident


class Handlers:
    """Our signal handlers. They call the handlers that were there before. There is one object."""

    def __init__(self) -> None:
        self.turn: AlarmedTurn | None = None  # the turn of the bot that thinks
        self._has_timer = False  # does the timer run for us, also after the turn?
        self._rings = 0  # when it rings
        self._sure_until = 0  # until then, we need not check that it runs
        self._before: dict[int, Any] = {}  # the handlers that were there
        self._ours = self._handle

    def are_ready(self, now: int, allowed: int) -> bool:
        """Does our timer run, and does it ring in time for a turn that begins now?"""
        if now >= self._sure_until:
            left = getitimer(ITIMER_REAL)[0] if self._has_timer else 0
            if not left or _functions.getsignal(ALARM) is not self._ours:
                return False
            self._rings = now + int(left * 1e9)
            self._sure_until = min(self._rings, now + SURE)
        return self._rings <= now + allowed

    def set(self, allowed: int) -> tuple[float, float] | None:
        """Set our handlers, and a timer that rings in time for a turn.

        If another timer ran, return it: the seconds that are left, and its interval.
        """
        for number in (ALARM, *USERS):
            handler = _functions.getsignal(number)
            # If nobody handles Ctrl-C, the system does.
            if handler is not self._ours and (number == ALARM or callable(handler)):
                self._before[number] = handler  # first: a signal may come at once
                _functions.signal(number, self._ours)
        self._sure_until = 0
        # It rings again, because on a busy machine it may ring before the bot's next line.
        others = setitimer(ITIMER_REAL, allowed / 1e9, AGAIN)
        if others[0] and not self._has_timer:
            return others
        self._has_timer = True
        return None

    def restore(self) -> None:
        """Stop our timer. Set the handlers that were there before, unless somebody has replaced
        ours."""
        if self._has_timer:
            setitimer(ITIMER_REAL, 0)
            self._has_timer, self._sure_until = False, 0
        for number, handler in self._before.items():
            if _functions.getsignal(number) is self._ours:
                _functions.signal(number, signal.SIG_DFL if handler is None else handler)
        self._before.clear()

    def _handle(self, number: int, frame: FrameType | None) -> None:
        turn = self.turn
        self._sure_until = 0
        if turn is not None and number == ALARM:
            turn.ring(frame)
            return
        if self._has_timer and number == ALARM:  # the next turn sets it again
            setitimer(ITIMER_REAL, 0)
            return
        before = self._before.get(number)
        try:
            if callable(before):
                before(number, frame)
        except KeyboardInterrupt:
            if turn is not None:
                turn.end()
            raise


def _interrupt_line(frame: FrameType, event: str, argument: Any) -> Any:
    """A trace function that interrupts the bot at its next line, and not our code.

    If the bot catches an interruption, its next line is in the `except`. An exception that is
    raised there leaves the `try`. Python removes a trace function that raises.
    """
    if _handlers.turn is None or frame.f_globals is globals():
        return None
    if event == "line":
        raise TooLate
    return _interrupt_line


_THINK = InProcessTurn._think.__code__
_handlers = Handlers()
restore_handlers = _handlers.restore
_recent = (0, 0, 0)  # the last counts
_read = -OLD  # the time at which they were read


class AlarmedTurn(InProcessTurn):
    """A turn in the main thread."""

    _rings = 0  # how often we have interrupted the bot
    _is_ended = False  # by the user
    _before = (0, 0, 0)  # the counts when the turn began

    def _play(self) -> None:
        if self._started - _read > OLD:
            _read_counts(self._started)
        self._before = _recent
        handlers = _handlers
        others = None
        try:
            handlers.turn = self  # from here on, our handler sets a timer that rings too early
            if not handlers.are_ready(self._started, self._allowed):
                others = handlers.set(self._allowed)
            self._think()
        except TooLate:
            pass
        finally:
            handlers.turn = None
            if self._rings:
                setitimer(ITIMER_REAL, 0)
                if self._rings > 1:
                    sys.settrace(self._trace)
            if others is not None:
                left, interval = others
                passed = (perf_counter_ns() - self._started) / 1e9
                setitimer(ITIMER_REAL, max(left - passed, SOON), interval)
        if self._is_ended:  # even if the bot has caught it
            raise KeyboardInterrupt

    def ring(self, frame: FrameType | None) -> None:
        """The timer rings: interrupt the bot if it is late.

        On a busy machine it may ring just before or after the bot's code. Then there is nothing to
        interrupt: an exception here would leave the timer and the handlers as they are.
        """
        if not _is_within(frame, _THINK):
            return
        if not self._rings:
            due = self._started + self._allowed
            until = self._look() if perf_counter_ns() >= due else due
            if until is not None:
                setitimer(ITIMER_REAL, max((until - perf_counter_ns()) / 1e9, SOON), AGAIN)
                return
        if not self._rings:
            self._trace = sys.gettrace()
            self._rings = 1  # only now: it may ring again during the next line
            self._reason = no_answer(self._budget, frame)
        else:  # the bot has caught the interruption
            self._rings += 1
            if not (self._reason or self._is_ended) and self._rings < PATIENCE:
                return  # no: on a busy machine we are still looking for its line
            while frame is not None and frame.f_code is not _THINK:
                frame.f_trace = _interrupt_line
                frame = frame.f_back
            sys.settrace(_interrupt_line)
        raise TooLate

    def end(self) -> None:
        """The user ends the arena: the bot may not go on."""
        self._is_ended = True
        self._trace = sys.gettrace()
        self._rings = 1
        setitimer(ITIMER_REAL, AGAIN, AGAIN)

    def _first_reading(self) -> Reading:
        return Reading(0, 0, 0, 0, self._before[1], 0, False)

    def _reading(self, taken: int, wants: bool = False) -> Reading:
        """How the main thread has used the processor since the turn began."""
        if not IS_LINUX:
            return NOTHING
        used = process_time_ns() - self._cpu
        ran = used - max(0, _in_other_threads() - self._before[2])
        waited = core_use(threading.get_native_id())[1] - self._before[0]
        return Reading(ran, waited, used, 0, taken, 0, wants)


def _is_within(frame: FrameType | None, code: CodeType) -> bool:
    """Has this code called the frame, directly or not?"""
    while frame is not None and frame.f_code is not code:
        frame = frame.f_back
    return frame is not None


def _read_counts(now: int) -> None:
    """Read how long the main thread has waited for a core so far, how long all cores were stolen,
    and how long our other threads have run.

    This takes longer than a quick turn, so a turn may begin with counts that are a little old. Then
    the bot gets a little too much time back.
    """
    global _recent, _read
    _recent = core_use(threading.get_native_id())[1], stolen_time(), _in_other_threads()
    _read = now


def _in_other_threads() -> int:
    """How long our other threads have run so far, in nanoseconds."""
    return process_time_ns() - thread_time_ns()
