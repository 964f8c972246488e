"""A contest: measures our work and a peer's in turns, so that a busy machine slows both equally.

Each side runs ROUNDS rounds of about SECONDS: ours, the peer's, ours again, and so on. The best
round of each side counts. Other programs can only slow a round down, so the fastest round is
closest to the real speed of the machine.

The clock is processor time, which stops while another program has the core. It is right for work
that uses one core and waits for nothing. If several processes take part, the clock is wall time.

Python's garbage collector stays on, as in real use. It runs before every round, so that no side
pays for the garbage of the other.
"""

import gc
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from time import perf_counter, process_time

ROUNDS = 11
SECONDS = 0.2

Side = Callable[[int], tuple[int, float]]  # number of repetitions -> units done, seconds taken


class Unmeasurable(Exception):
    """A contest that this machine cannot measure. The sentence says why, and what to do."""


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


def cpu_side(work: Callable[[int], int], clock: Callable[[], float] = process_time) -> Side:
    """A side from a function that repeats its work and returns the number of units."""

    def side(times: int) -> tuple[int, float]:
        started = clock()
        units = work(times)
        return units, clock() - started

    return side


def wall_side(work: Callable[[int], int]) -> Side:
    """The same for work of several processes, measured in wall time."""
    return cpu_side(work, perf_counter)


def recorded_side(rate: float) -> Side:
    """A side that is not measured: a known number of units a second."""
    return lambda times: (times, times / rate)


def hold(contest: Contest, rounds: int = ROUNDS, seconds: float = SECONDS) -> Rates:
    """Measure both sides in turns."""
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
    """The number of repetitions with which a side takes so many seconds. This also warms it up."""
    times = 1
    while (took := side(times)[1]) < seconds / 4:
        times *= 2
    return max(1, round(times * seconds / took))


def spread(rates: tuple[float, ...]) -> float:
    """The difference between the median round and the best one, as a share; 0 if all are equal."""
    return 1 - median(rates) / max(rates)


def within(took: float, allowed: float, what: str) -> Contest:
    """A contest of a time with its limit."""
    return Contest(recorded_side(1 / took), recorded_side(1 / allowed), f"{allowed:g} s, {what}")
