"""Stops a bot that computes when it is not its turn, because the bots of a game share a core.

An honest bot may use a little time after its answer, and a virtual machine may count time in which
the bot did not run. So a bot is noted for the organiser only after several times. It is stopped at
once each time, which costs an honest bot nothing.
"""

import signal
from typing import Protocol

from arena.sandbox.timing.stolen import stolen_time

FREE = 5_000_000  # nanoseconds of processor time that a bot may use between two turns
STRIKES = 3  # after which it is stopped in every pause, and noted
NOTE = "it computed between its turns, and is stopped between them from then on"


class Worker(Protocol):
    """The methods of a box that a pause uses."""

    def cpu(self) -> int: ...

    def signal(self, number: int, /) -> None: ...


class Pause:
    """The time between two turns of a bot, in one box.

    With `stops`, the bot is stopped in every pause from the first turn on.
    """

    def __init__(self, box: Worker, stops: bool = False) -> None:
        self._box = box
        self._stops = stops
        self._began = 0  # when the bot last answered, by `perf_counter_ns`
        self._since = 0  # the processor time that it had used then
        self._is_stopped = False
        self._stolen: int | None = None  # its value at the last suspicion
        self.strikes = 0

    def begin(self, now: int) -> int:
        """The bot has answered, and must wait for its next turn.

        Return the processor time that it has used so far.
        """
        self._since = used = self._box.cpu()
        self._began = now
        if self._stops or self.strikes >= STRIKES:
            self._stop()
        return used

    def look(self) -> None:
        """Stop the bot if it computes. Called while another bot thinks."""
        if not self._is_stopped and self._suspect(self._box.cpu()):
            self._stop()

    def end(self, now: int) -> int:
        """The bot is asked again. Return the processor time that it had used before.

        A short pause is not checked: the bot cannot use more processor time in it than it may.
        Most pauses are short, and reading the clock of a process takes as long as sending a byte.
        """
        if self._is_stopped:
            self._is_stopped = False
            self._box.signal(signal.SIGCONT)
        elif now - self._began > FREE:
            cpu = self._box.cpu()
            self._suspect(cpu)
            return cpu
        return self._since

    def _stop(self) -> None:
        self._is_stopped = True
        self._box.signal(signal.SIGSTOP)

    def _suspect(self, cpu: int) -> bool:
        """Has it computed in this pause? The first suspicion only notes the stolen time."""
        used = cpu - self._since
        if used <= FREE:
            return False
        before, self._stolen = self._stolen, stolen_time()
        if before is not None and used > FREE + self._stolen - before:
            self.strikes += 1
        return True
