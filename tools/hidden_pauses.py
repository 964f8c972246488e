"""Measures how long a hypervisor stops the cores of this virtual machine without saying so.

    sudo python tools/hidden_pauses.py [SECONDS]

A loop with real-time priority reads the clock on one core. No program of this machine can interrupt
it. So each long step of the clock is a pause of the whole core, for example because the machine's
owner has used up its share of the host. Linux counts some of these pauses as "steal" in /proc/stat.
The arena gives that time back to a bot. It cannot see the others: then an honest bot may be late.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter_ns

LONG = 500_000  # nanoseconds of a step that is a pause
TICK = 10  # milliseconds of a unit in /proc/stat
LIMIT = Path("/proc/sys/kernel/sched_rt_runtime_us")  # how long real-time work may keep a core


def main() -> None:
    seconds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    core = max(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {core})
    before = steal_ms(core)
    try:
        with real_time():
            pauses = pauses_within(seconds)
    except PermissionError:
        sys.exit("Only root may have real-time priority: run this script with sudo")
    print(
        f"{len(pauses)} pauses of more than 0.5 ms in {seconds} s, {sum(pauses):.0f} ms together, "
        f"the longest {max(pauses, default=0.0):.1f} ms. Linux counted "
        f"{steal_ms(core) - before} ms as steal. Load average: {os.getloadavg()[0]:.1f}"
    )


@contextmanager
def real_time() -> Iterator[None]:
    limit = LIMIT.read_text()
    LIMIT.write_text("-1")
    try:
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(50))
        yield
    finally:
        os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))
        LIMIT.write_text(limit)


def pauses_within(seconds: int) -> list[float]:
    """The lengths of the pauses, in milliseconds."""
    pauses = []
    last = perf_counter_ns()
    end = last + seconds * 1_000_000_000
    while last < end:
        now = perf_counter_ns()
        if now - last > LONG:
            pauses.append((now - last) / 1e6)
        last = now
    return pauses


def steal_ms(core: int) -> int:
    """The time that the hypervisor has taken from the core, as far as Linux knows."""
    for line in Path("/proc/stat").read_text().splitlines():
        name, *ticks = line.split()
        if name == f"cpu{core}":
            return int(ticks[7]) * TICK
    return 0


if __name__ == "__main__":
    main()
