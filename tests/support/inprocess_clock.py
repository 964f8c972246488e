"""A clock that only the test moves, for bots that play in the arena's own process."""

import func_timeout

from arena.sandbox.timing import alarm_clock, inprocess_turn, thread_clock
from arena.sandbox.timing.lateness import Reading

SECOND = 1_000_000_000


class Machine:
    """A clock that only the test moves, and the times of the bot's thread as Linux counts them."""

    def __init__(self) -> None:
        self.now = 0
        self.ran = 0
        self.waited = 0
        self.used = 0

    def clock(self) -> int:
        return self.now

    def reading(self, stolen: int, wants: bool = False) -> Reading:
        return Reading(self.ran, self.waited, self.used, 0, 0, 0, wants)

    def think(self, seconds: float, waited: float = 0.0, in_threads: float = 0.0) -> None:
        """Let the bot answer after this time. For a part of it, the bot has waited for a core."""
        self.now += round(seconds * SECOND)
        self.ran += round((seconds - waited) * SECOND)
        self.waited += round(waited * SECOND)
        self.used += round((seconds - waited + in_threads) * SECOND)


class Unhurried(func_timeout.StoppableThread):
    """A thread for which the arena waits before it looks at the clock again."""

    def start(self) -> None:
        super().start()
        self.join()


def controlled(monkeypatch) -> Machine:
    """Stop the machine's clock in this test. Only the test moves it."""
    machine = Machine()
    monkeypatch.setattr(func_timeout, "StoppableThread", Unhurried)
    for module in (inprocess_turn, thread_clock, alarm_clock):
        monkeypatch.setattr(module, "perf_counter_ns", machine.clock)
    for kind in (thread_clock.ThreadedTurn, alarm_clock.AlarmedTurn):
        monkeypatch.setattr(kind, "_reading", machine.reading)
    return machine
