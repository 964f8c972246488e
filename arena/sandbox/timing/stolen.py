"""Reads how long a hypervisor has given our cores to other machines.

Linux counts it for each core ("steal" in `/proc/stat`), in ticks of 10 ms. Nothing can run here in
that time.
"""

import os
from collections.abc import Collection
from time import perf_counter_ns

TICK = 10_000_000  # nanoseconds
STEAL = 8  # the column of stolen time in /proc/stat
OLD = 50_000_000  # nanoseconds until `recent_stolen_time` reads it again
ENOUGH = 4096  # bytes of /proc/stat: the cores come first, and reading all takes longer


def stolen_time(cores: Collection[int] = ()) -> int:
    """The nanoseconds that were stolen so far from these cores, or from all; 0 if unknown."""
    try:
        descriptor = os.open("/proc/stat", os.O_RDONLY)
    except OSError:
        return 0
    try:
        return stolen_time_in(os.read(descriptor, ENOUGH).decode(), cores)
    finally:
        os.close(descriptor)


def stolen_time_in(text: str, cores: Collection[int]) -> int:
    """The same, from the text of /proc/stat."""
    wanted = {f"cpu{core}" for core in cores} or {"cpu"}
    lines = [line.split() for line in text.splitlines()]
    return sum(int(line[STEAL]) * TICK for line in lines if line[0] in wanted and line[STEAL:])


_last: dict[frozenset[int], tuple[int, int]] = {}  # by cores: the last value, and when it was read


def recent_stolen_time(cores: Collection[int] = ()) -> int:
    """The time that was stolen so far from these cores, or from all, for the beginning of a turn.

    The value may be a little old, because reading it takes longer than a quick turn. Then the bot
    gets a little too much time back.
    """
    now, wanted = perf_counter_ns(), frozenset(cores)
    value, read = _last.get(wanted, (0, -OLD))
    if now - read > OLD:
        value = stolen_time(cores)
        _last[wanted] = value, now
    return value
