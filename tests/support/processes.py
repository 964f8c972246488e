"""The processes of this machine, for tests that look whether something was left behind."""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple


class Process(NamedTuple):
    pid: int
    state: str  # one letter; Z: it has ended, and its parent has not noticed yet
    parent: int
    session: int

    @property
    def is_alive(self) -> bool:
        return self.state not in "ZX"


def numbers() -> list[int]:
    """The processes that there were a moment ago. Any of them may end while you look.

    `Path("/proc").glob("[0-9]*/stat")` does not do: it raises ProcessLookupError by itself where a
    process ends at the wrong moment.
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
    """What a process was started as, for the message of a test that fails."""
    with suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ")
    return "it has ended"


def descendants(pid: int) -> set[int]:
    """The processes that this one has started, and those that they have."""
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
