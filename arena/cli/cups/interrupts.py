"""Ctrl-C in a command that can be continued."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Protocol

import click


class Stoppable(Protocol):
    stopped: bool

    def stop(self) -> None: ...


@contextmanager
def stop_at_ctrl_c(work: Stoppable, items: str) -> Iterator[None]:
    """The first Ctrl-C stops after the current games or bots, the second one at once."""

    def on_ctrl_c(number: int, frame: FrameType | None) -> None:
        if work.stopped:
            raise KeyboardInterrupt
        work.stop()
        click.echo(f"Stopping after the current {items}. Press Ctrl-C again to stop now.", err=True)

    before = signal.signal(signal.SIGINT, on_ctrl_c)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
