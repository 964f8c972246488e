"""The time that a hypervisor takes from this machine, at a price that a short turn can pay.

To read it takes longer than a quick bot thinks. So a turn may begin with a value that is a little
old. It can only be too small, and then the bot gets a little too much time back.
"""

from time import perf_counter_ns

from arena.sandbox.idling import stolen

OLD = 50_000_000  # nanoseconds after which a value is read again


class StolenTime:
    """The nanoseconds that were taken so far."""

    def __init__(self) -> None:
        self._read = -OLD
        self._value = 0

    def roughly(self) -> int:
        """A value of the last moments."""
        if perf_counter_ns() - self._read > OLD:
            return self.now()
        return self._value

    def now(self) -> int:
        self._value, self._read = stolen(), perf_counter_ns()
        return self._value
