"""Chooses a core for each worker.

A question and its answer take a quarter of the time if both processes are on the same core. So a
worker and the bots of its games stay on one core. The workers of all arenas on this machine choose
different cores if there are enough, and prefer cores with little other work.

Partners on one core share its caches, and could send each other signals through them. If there are
enough cores, a worker has a second one, for the partners of the bots on its own core.
"""

import os
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

MEASURED = 0.05  # seconds in which we measure how busy the cores are
ENOUGH = 4  # cores, to put partners on different ones
IDLE, WAITING = 3, 4  # the columns of /proc/stat for idle time


def usable_cores() -> set[int]:
    """The cores that this process may use."""
    return set(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else set()


EVERYWHERE = usable_cores()  # before any worker of this process has chosen
_for_partners: set[int] = set()  # the second core of the worker in this process, if it has one


def of_family(family: int) -> set[int]:
    """The cores for the boxes of the first fork server (0), or of one for partners."""
    return _for_partners if family and _for_partners else os.sched_getaffinity(0)


def partners_share_a_core() -> bool:
    """Are the boxes of partners on the same core?"""
    return not _for_partners


def shared_core_text(workers: int) -> str:
    """A warning if partners share a core when this machine plays with so many workers."""
    cores = len(EVERYWHERE)
    if cores >= ENOUGH and cores >= 2 * workers:
        return ""
    place = f"With at most {cores // 2} workers" if cores >= ENOUGH else f"On {ENOUGH} cores"
    return (
        "partners share a core, and can send each other a few bits a game through its caches "
        f"(docs/sandbox.md). {place} they have different cores"
    )


@contextmanager
def own_core() -> Iterator[None]:
    """Keep this thread, and processes that it starts, on a core that no other worker has."""
    if not EVERYWHERE:  # this system has no choice of cores
        yield
        return
    before = os.sched_getaffinity(0)
    wanted = 2 if len(before) >= ENOUGH else 1
    with ExitStack() as claims:
        work = _work(before)
        by_work = sorted(before, key=lambda core: (work[core], core))
        chosen: list[int] = []
        for core in by_work:
            if len(chosen) < wanted and (claim := _claim(core)) is not None:
                claims.enter_context(claim)
                chosen.append(core)
        os.sched_setaffinity(
            0, {chosen[0] if chosen else by_work[0]}
        )  # all are claimed: share the least busy
        _for_partners.update(chosen[1:])
        try:
            yield
        finally:
            _for_partners.clear()
            os.sched_setaffinity(0, before)


def free_cores() -> set[int]:
    """The cores of this worker, and those that no other worker has. Boxes are prepared on them."""
    ours = usable_cores() | _for_partners
    return ours | {core for core in EVERYWHERE - ours if not _is_claimed(core)}


@contextmanager
def on(cores: set[int]) -> Iterator[None]:
    """Processes that start in this block are on these cores."""
    if not cores:
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, cores)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def _claim(core: int) -> socket.socket | None:
    """Claim a core until the returned socket is closed or we end.

    None if another worker has it, or if the system has no abstract sockets. An abstract socket has
    a name but no file, so nothing is left behind.
    """
    claim = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    try:
        claim.bind(_claim_name(core))
    except OSError:
        claim.close()
        return None
    return claim


def _is_claimed(core: int) -> bool:
    """Has a worker claimed this core? Looking does not claim it, not even for a moment."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as asking:
        return asking.connect_ex(_claim_name(core)) == 0


def _claim_name(core: int) -> str:
    return f"\0card-arena/core/{core}"


def _work(cores: set[int]) -> dict[int, int]:
    """How many clock ticks each core was busy in a short time."""
    before = busy_ticks()
    if len(cores) == 1 or not before:
        return dict.fromkeys(cores, 0)
    time.sleep(MEASURED)
    now = busy_ticks()
    return {core: now.get(core, 0) - before.get(core, 0) for core in cores}


def busy_ticks() -> dict[int, int]:
    """How long each core has worked so far, in clock ticks."""
    try:
        lines = Path("/proc/stat").read_text().splitlines()
    except OSError:
        return {}
    busy = {}
    for line in lines:
        name, *ticks = line.split()
        if name.startswith("cpu") and name != "cpu":
            worked = [int(n) for place, n in enumerate(ticks[:8]) if place not in (IDLE, WAITING)]
            busy[int(name[3:])] = sum(worked)
    return busy
