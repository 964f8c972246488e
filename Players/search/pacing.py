"""Works until a deadline, in steps that grow while there is time and shrink before the end."""

from collections.abc import Callable
from math import inf
from time import perf_counter

MOST = 1_000_000_000  # units of work in one search: counts must fit into a number of 32 bits


def check(simulations: int | None, c: float | None) -> None:
    """A `ValueError` that says what is wrong with these terms of a search, if anything is."""
    if simulations is not None:
        if type(simulations) is not int:
            raise ValueError(f"simulations is {simulations!r}: take a whole number")
        if simulations < 1:
            raise ValueError(f"{simulations} simulations find nothing: take 1 or more")
        if simulations > MOST:
            raise ValueError(f"{simulations:,} simulations are too many: take {MOST:,} or fewer")
    if c is not None and not (isinstance(c, int | float) and 0 <= c < inf):
        raise ValueError(f"c is {c!r}: take a number, 0 or more; 0.4 is usual")


def deadline(started: float, budget: float, reserve: float) -> float:
    """When to end what began then: some of the budget is kept, since the machine may be busy."""
    return started + max(budget / 2, 0.95 * budget - reserve)


def work_until(
    end: float, work: Callable[[int], None], clock: Callable[[], float] = perf_counter
) -> None:
    """Do work, at least one unit, and no more than the time until `end` is likely to allow."""
    batch, done = 1, 0
    now = clock()
    while done == 0 or (now < end and done < MOST):
        work(batch)
        done += batch
        before, now = now, clock()
        # As many as fit into a tenth of the time that is left, at the speed just seen.
        fitting = batch * (end - now) / max(now - before, 1e-6) / 10
        batch = max(1, min(2 * batch, int(fitting)))
