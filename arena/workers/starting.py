"""How worker processes start: their number, and how they react to Ctrl-C and the arena's end."""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from multiprocessing import parent_process, resource_tracker

from arena.common.errors import ArenaError
from arena.common.processes import end_with

MOST_WORKERS = 64


def worker_count(asked: str) -> int:
    """The number of workers for --workers: a number, or `auto` for one on each core."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    if asked == "auto":
        return cores or 1
    if not asked.isascii() or not asked.isdigit() or not 1 <= int(asked) <= MOST_WORKERS:
        raise ArenaError(f"--workers {asked} is not possible: choose auto, or 1 to {MOST_WORKERS}")
    return int(asked)


@contextmanager
def without_ctrl_c() -> Iterator[None]:
    """Ctrl-C does not reach a process that starts in this block. The arena gets it afterwards."""
    if sys.platform == "win32":
        yield
        return
    resource_tracker.ensure_running()  # it must start before: starting it unblocks the signal
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def settle_in() -> None:
    """A worker ignores Ctrl-C, because the arena tells it to stop, and ends when the arena ends.

    The arena kills it, so it writes what a bot prints line by line, and not when it ends.
    """
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(line_buffering=True)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])  # earlier signals are dropped
    parent = parent_process()
    if parent is not None:
        end_with(parent.pid)  # on other systems a worker ends when its pipe is closed
