"""Work until a deadline, in batches that grow while there is time and shrink before the end."""

from collections.abc import Callable
from time import perf_counter

from Players.search.checks import MOST


def deadline(started: float, budget: float, reserve: float) -> float:
    """When work must end that began at `started`. A reserve is kept: the machine may be busy."""
    return started + max(budget / 2, 0.95 * budget - reserve)


def work_until(
    end: float, work: Callable[[int], None], clock: Callable[[], float] = perf_counter
) -> None:
    """Work until `end`, in batches that are likely to fit. The first unit is always done."""
    batch, done = 1, 0
    now = clock()
    while done == 0 or (now < end and done < MOST):
        work(batch)
        done += batch
        before, now = now, clock()
        # As many as fit into a tenth of the time that is left, at the speed just seen.
        fitting = batch * (end - now) / max(now - before, 1e-6) / 10
        batch = max(1, min(2 * batch, int(fitting)))
