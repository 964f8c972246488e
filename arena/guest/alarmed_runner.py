"""A runner whose bot the arena can interrupt, and the messages about faults."""

import faulthandler
import signal
from types import FrameType
from typing import Any

from arena.guest.bot.runner import SILENCE, BotRunner, TooLate
from arena.guest.bot.tracebacks import first_and_last, no_answer
from arena.guest.protocol import wire
from arena.guest.protocol.safe_text import shorten
from arena.guest.protocol.verdict import Fault

TRACEBACK = 2400  # characters of a fault's traceback: they fit into one frame with its reason


def failure_message(seq: int, fault: Fault) -> wire.Failed:
    """The message about a fault. The first line of its reason is the reason, others are details."""
    reason, _, details = fault.reason.partition("\n")
    lines = first_and_last((fault.traceback or details).splitlines(), TRACEBACK)
    reason = shorten(reason, wire.LONGEST_LINE)
    return wire.Failed(seq, fault.verdict, _fit(reason), _fit("\n".join(lines)))


def _fit(text: str) -> str:
    """The text, or so much of it that it has at most `TRACEBACK` bytes in UTF-8."""
    text = text.encode(errors="replace").decode()
    while len(text.encode()) > TRACEBACK:
        text = shorten(text, len(text) * 3 // 4)
    return text


class Alarm:
    """Interrupts the bot when the arena signals that its time is up.

    There is only one. It is set before a box is forked, because setting it changes much memory.
    """

    budget: float | None = None  # in seconds, while the bot thinks

    def set(self) -> None:
        if hasattr(signal, "SIGUSR1"):  # Windows has none: there a late bot is ended
            signal.signal(signal.SIGUSR1, self._ring)
            # A bot in C code does not notice the first signal. At the second, its lines are written
            # to its output even then.
            faulthandler.register(signal.SIGUSR2, 1, all_threads=False)

    def _ring(self, number: int, frame: FrameType | None) -> None:
        if self.budget is not None:
            raise TooLate(no_answer(self.budget, frame))


alarm = Alarm()


class AlarmedRunner(BotRunner):
    """A runner whose bot the arena can interrupt with a signal."""

    reraised = ()  # there is no keyboard here, so the bot raised every error

    def answer(self, asked: wire.Act[Any]) -> wire.Moved | wire.Failed:
        """The bot's answer to a question of the arena. The arena measures the time."""
        observation = self._observation(asked.view, asked.seq)
        (answer, thoughts), error = SILENCE, None
        try:
            alarm.budget = asked.budget
            try:
                answer, thoughts = self._decide(observation, asked.budget)
            except BaseException as raised:
                error = raised
            alarm.budget = None
        except TooLate as late:  # the signal came just after think returned
            alarm.budget = None
            error = late
        action = self._action_or_fault(answer, error)
        if isinstance(action, Fault):
            return failure_message(asked.seq, action)
        return wire.Moved(asked.seq, action, thoughts)
