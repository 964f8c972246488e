"""How worker processes begin: how many there are, and how they hear of Ctrl-C and of our end."""

import ctypes
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import parent_process, resource_tracker

from arena.common.errors import ArenaError

MOST = 64  # workers
PR_SET_PDEATHSIG = 1


def crew_size(asked: str) -> int:
    """How many workers play: a number, or as many as there are cores."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    if asked == "auto":
        return cores or 1
    if not asked.isascii() or not asked.isdigit() or not 1 <= int(asked) <= MOST:
        raise ArenaError(f"--workers {asked} is not possible: take auto, or 1 to {MOST}")
    return int(asked)


@contextmanager
def without_ctrl_c() -> Iterator[None]:
    """A process that starts in this block hears no Ctrl-C; we hear it afterwards."""
    if sys.platform == "win32":
        yield
        return
    resource_tracker.ensure_running()  # when it starts, it lets Ctrl-C through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def settle_in() -> None:
    """In a worker's process: Ctrl-C is for the arena, which tells us, and its end is ours."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])  # what came so far is gone
    if sys.platform == "linux":  # elsewhere we end when the pipe does
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        parent = parent_process()
        if parent is not None and os.getppid() != parent.pid:
            os._exit(1)  # the arena ended before it could be asked for: no signal will come
