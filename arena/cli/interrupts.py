"""Ctrl-C, but not in the middle of something."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Self


class Interrupts:
    """While it is open, Ctrl-C waits for the end of what is held together."""

    def __init__(self) -> None:
        self._holding = False
        self._pending = False

    def __enter__(self) -> Self:
        self._before = signal.signal(signal.SIGINT, self._pressed)
        return self

    def __exit__(self, *_: object) -> None:
        signal.signal(signal.SIGINT, self._before)

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
