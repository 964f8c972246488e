"""What tests of boxes need: which levels there are here, and what must be gone afterwards."""

import ctypes
import os
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from arena.bots import find as find_bot
from arena.replay.record import Record
from arena.run import Run, new_run
from arena.sandbox.levels import unavailable
from arena.sandbox.nursery import UID
from arena.workers import here
from Game.registry import find

SUBREAPER = 36  # prctl: whoever loses its parent below us becomes our child
SHARED = [Path(folder) for folder in ("/tmp", "/var/tmp", "/dev/shm", "/")]


def need(level: str) -> None:
    """Skip where the level is not to be had; in CI it has to be."""
    why = unavailable(level)
    if why and os.environ.get("CI"):
        pytest.fail(why)
    if why:
        pytest.skip(why)


def living(parent: int | None = None) -> set[int]:
    """Our descendants that live, and those of theirs."""
    children: dict[int, list[int]] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, above = stat.read_text().rpartition(")")[2].split()[:2]
        except OSError:
            continue
        if state != "Z":
            children.setdefault(int(above), []).append(int(stat.parent.name))
    found: set[int] = set()
    todo = [parent or os.getpid()]
    while todo:
        below = children.get(todo.pop(), [])
        found.update(below)
        todo += below
    return found


def gone(pids: set[int], seconds: float = 3.0) -> set[int]:
    """Those of our descendants that are still there beside these, when they had time to go."""
    end = time.monotonic() + seconds
    while (left := living() - pids) and time.monotonic() < end:
        time.sleep(0.01)
    return left


def bury() -> None:
    """Take leave of the dead that were left to us."""
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            state, above = stat.read_text().rpartition(")")[2].split()[:2]
            if state == "Z" and int(above) == os.getpid():
                os.waitpid(int(stat.parent.name), os.WNOHANG)


def strange_files() -> set[Path]:
    """What a bot may have left where everybody may write."""
    found = set(Path.cwd().glob("hostile-*"))
    for folder in SHARED:
        for path in folder.iterdir():
            try:
                if path.name.startswith("hostile-") or path.lstat().st_uid == UID:
                    found.add(path)
            except FileNotFoundError:
                continue
    return found


def descriptors() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


def memory() -> int:
    """What this process holds, in bytes."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE")


@pytest.fixture
def traceless() -> Iterator[None]:
    """Whatever the test lets a bot do: no process, file, descriptor or memory is left of it."""
    ctypes.CDLL(None).prctl(SUBREAPER, 1, 0, 0, 0)
    before = living(), descriptors(), memory()
    assert not strange_files()
    yield
    left = gone(before[0])
    bury()
    ctypes.CDLL(None).prctl(SUBREAPER, 0, 0, 0, 0)
    assert not left
    assert descriptors() == before[1]
    assert memory() < before[2] + 64 * 2**20
    assert not strange_files()


@pytest.fixture
def match() -> Callable[..., tuple[Run, list[Record]]]:
    """Plays a match at a level."""

    def play(level: str, *bots: str, games: int = 1, **terms) -> tuple[Run, list[Record]]:
        need(level)
        terms = {"seed": "1", "budget": 0.15} | terms
        run = new_run(
            find("brisca")(), [find_bot(bot) for bot in bots], games, isolation=level, **terms
        )
        return run, list(here.play(run, run.fixtures))

    return play
