"""A contest: our work and a peer's, timed in turns so that a busy machine slows both alike.

Each side runs ROUNDS rounds of about SECONDS: ours, the peer's, ours again, and so on. The best
round of each side counts, since other programs only ever slow a round down: the fastest is the
nearest to what the machine can do. Time is the processor's, which stands still while another
program has the core, where what is timed uses one core and waits for nobody; it is the wall's where
several processes take part. Python's garbage
collector stays on, as in real use, but starts every round with nothing to collect, so that nobody
pays for what the other left behind.
"""

import gc
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from time import perf_counter, process_time

ROUNDS = 11
SECONDS = 0.2

Side = Callable[[int], tuple[int, float]]  # repeat so often -> units done, seconds taken


class Unmeasurable(Exception):
    """Why a contest cannot be held on this machine, in one sentence that says what to do."""


@dataclass(frozen=True)
class Contest:
    ours: Side
    peer: Side
    peer_name: str


@dataclass(frozen=True)
class Rates:
    """Units per second, round by round."""

    ours: tuple[float, ...]
    peer: tuple[float, ...]


def timed(work: Callable[[int], int], clock: Callable[[], float] = process_time) -> Side:
    """A side from what does its work so many times and returns how many units that were."""

    def side(times: int) -> tuple[int, float]:
        started = clock()
        units = work(times)
        return units, clock() - started

    return side


def timed_by_the_wall(work: Callable[[int], int]) -> Side:
    """The same for work that is done by several processes."""
    return timed(work, perf_counter)


def recorded(rate: float) -> Side:
    """A side that cannot be measured here: units a second, as they were once."""
    return lambda times: (times, times / rate)


def hold(contest: Contest, rounds: int = ROUNDS, seconds: float = SECONDS) -> Rates:
    """Time both sides in turns."""
    sides = (contest.ours, contest.peer)
    times = [times_for(side, seconds) for side in sides]
    rates: tuple[list[float], list[float]] = ([], [])
    for _ in range(rounds):
        for i, side in enumerate(sides):
            gc.collect()
            units, took = side(times[i])
            rates[i].append(units / took)
    return Rates(tuple(rates[0]), tuple(rates[1]))


def times_for(side: Side, seconds: float) -> int:
    """How often a side must repeat its work to fill so many seconds; this also warms it up."""
    times = 1
    while (took := side(times)[1]) < seconds / 4:
        times *= 2
    return max(1, round(times * seconds / took))


def spread(rates: tuple[float, ...]) -> float:
    """How far the middle round stayed behind the best one: 0 on a quiet machine."""
    return 1 - median(rates) / max(rates)
