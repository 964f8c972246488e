"""A channel of `bench.whispers`: fills the processor's cache, which slows the partner's memory.

One bit a turn. For a 1 the sender writes through 40 MB, so the partner's own 768 KB are no longer
in the cache. The partner reads one number of each of its lines, in a random order that the
processor cannot foresee. It compares the time with that after it had filled the cache itself. An
opponent's turn and our own code empty the smaller caches in any case, so a 0 is slow, too.
"""

import time

import numpy as np

COUNT = 1
LINE = 8  # numbers of 8 bytes in a line of the cache
LINES = 12_288
OWN = np.zeros(LINES * LINE, np.int64)
ORDER = np.random.default_rng(1).permutation(LINES) * LINE
LARGE = np.zeros(40 * 2**20 // 8, np.int64)
SLOWER = 1.25  # times as long: the limit between a 0 and a 1, found by trial


def seconds():
    started = time.perf_counter_ns()
    OWN[ORDER].sum()
    return time.perf_counter_ns() - started


def fill():
    np.add(LARGE, 1, out=LARGE)


def filled_seconds():
    """The time with a full cache: the middle of some attempts."""
    times = []
    for _ in range(7):
        seconds()
        fill()
        times.append(seconds())
    return sorted(times)[3]


filled_seconds()  # the first time is slower
LIMIT = SLOWER * filled_seconds()


def send(_, bits):
    if bits[0]:
        fill()
        fill()


def receive(_):
    found = seconds()
    for _ in range(5):
        seconds()
    return [int(found > LIMIT)]
