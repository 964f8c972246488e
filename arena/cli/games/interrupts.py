"""Ctrl-C, or that we are to end, but not in the middle of something."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Self

SIGNALS = (signal.SIGINT, signal.SIGTERM)  # the second is what `kill` and `timeout` send


class Interrupts:
    """While it is open, Ctrl-C waits for the end of what is held together."""

    def __init__(self) -> None:
        self._holding = False
        self._pending = False

    def __enter__(self) -> Self:
        self._before = [signal.signal(number, self._pressed) for number in SIGNALS]
        return self

    def __exit__(self, *_: object) -> None:
        for number, before in zip(SIGNALS, self._before, strict=True):
            signal.signal(number, before)

    @contextmanager
    def held(self) -> Iterator[None]:
        """What happens in here happens as a whole."""
        self._holding = True
        yield
        self._holding = False
        if self._pending:
            self._pending = False
            raise KeyboardInterrupt

    def _pressed(self, number: int, frame: FrameType | None) -> None:
        if not self._holding:
            raise KeyboardInterrupt
        self._pending = True
