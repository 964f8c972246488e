"""Delays Ctrl-C and SIGTERM while a record is written and counted."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Self

SIGNALS = (signal.SIGINT, signal.SIGTERM)  # `kill` and `timeout` send the second


class Interrupts:
    """While this is open, Ctrl-C takes effect only outside of `postpone` blocks."""

    def __init__(self) -> None:
        self._holding = False
        self._pending = False

    def __enter__(self) -> Self:
        self._before = [signal.signal(number, self._on_ctrl_c) for number in SIGNALS]
        return self

    def __exit__(self, *_: object) -> None:
        for number, before in zip(SIGNALS, self._before, strict=True):
            signal.signal(number, before)

    @contextmanager
    def postpone(self) -> Iterator[None]:
        """Let no Ctrl-C interrupt this block. It takes effect when the block ends."""
        self._holding = True
        yield
        self._holding = False
        if self._pending:
            self._pending = False
            raise KeyboardInterrupt

    def _on_ctrl_c(self, number: int, frame: FrameType | None) -> None:
        if not self._holding:
            raise KeyboardInterrupt
        self._pending = True
