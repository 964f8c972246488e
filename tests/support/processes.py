"""The processes of this machine, for tests that look for processes which should have ended."""

import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

LONG = 300.0  # seconds; far more than a test waits for any event


class Process(NamedTuple):
    pid: int
    state: str  # one letter; Z: it has ended, and its parent has not read the exit code yet
    parent: int
    session: int

    @property
    def is_alive(self) -> bool:
        return self.state not in "ZX"


def numbers() -> list[int]:
    """The numbers of all processes. Any of them may end while you look at them.

    `Path("/proc").glob("[0-9]*/stat")` is no alternative: it raises ProcessLookupError if a process
    ends at the wrong moment.
    """
    return [int(name) for name in os.listdir("/proc") if name.isdigit()]  # noqa: PTH208


def processes() -> Iterator[Process]:
    for pid in numbers():
        with suppress(OSError):  # it has just ended
            stat = Path(f"/proc/{pid}/stat").read_text()
            state, parent, _, session = stat.rpartition(")")[2].split()[:4]
            yield Process(pid, state, int(parent), int(session))


def alive(pids: set[int]) -> set[int]:
    return {each.pid for each in processes() if each.pid in pids and each.is_alive}


def command(pid: int) -> str:
    """The command line of a process, for the message of a failing test."""
    with suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ")
    return "it has ended"


def descendants(pid: int) -> set[int]:
    """The processes that this one has started, and the processes that those have started."""
    children: dict[int, list[int]] = {}
    for each in processes():
        if each.is_alive:
            children.setdefault(each.parent, []).append(each.pid)
    found, new = set[int](), [pid]
    while new:
        below = children.get(new.pop(), [])
        found.update(below)
        new += below
    return found


def generations(pid: int) -> int:
    """How many generations of processes live below this one: children, their children, ..."""
    found, living = 0, {pid}
    while living := {each.pid for each in processes() if each.is_alive and each.parent in living}:
        found += 1
    return found


def wait_until(true: Callable[[], object]) -> None:
    """Wait until the condition is true. After LONG, the test fails."""
    patience = time.monotonic() + LONG
    while not true():
        assert time.monotonic() < patience
        time.sleep(0.005)


def interrupt(process: subprocess.Popen[str]) -> tuple[str, str]:
    """Press Ctrl-C, which a terminal sends to all processes of the group; return the outputs."""
    os.killpg(process.pid, signal.SIGINT)
    return process.communicate(timeout=LONG)
