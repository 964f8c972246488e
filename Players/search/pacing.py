"""Work until a deadline, in batches that grow while there is time and shrink before the end."""

from collections.abc import Callable
from time import perf_counter, thread_time

from Players.search.checks import MOST

FADING = 0.9  # the factor of the longest pause from one turn to the next
RESERVE = 0.01  # seconds of the budget that a search does not use, unless a bot says otherwise
MOST_KEPT = 0.5  # of a turn, at most so much is kept for pauses


class Pauses:
    """The longest recent pause: a time in which other programs had our core.

    On a busy machine, work that ends just before the deadline is late if there is a pause in it.
    So we end earlier by such a pause.
    """

    def __init__(self) -> None:
        self.longest = 0.0  # seconds

    def note(self, seconds: float) -> None:
        self.longest = max(self.longest, seconds)

    def fade(self) -> None:
        self.longest *= FADING


_pauses = Pauses()  # of this process


def deadline(started: float, budget: float, reserve: float) -> float:
    """The time at which work must end. It keeps a reserve, because the machine may be busy."""
    return started + max(budget / 2, 0.95 * budget - reserve)


def work_until(
    end: float,
    work: Callable[[int], None],
    clock: Callable[[], float] = perf_counter,
    cpu: Callable[[], float] = thread_time,
    pauses: Pauses = _pauses,
) -> None:
    """Work until `end`, in batches that are likely to fit. The first unit is always done.

    If the machine is busy, work ends earlier, by the longest recent pause.
    """
    batch, done = 1, 0
    pauses.fade()
    now, ran = clock(), cpu()
    most_kept = MOST_KEPT * (end - now)
    left = end - now - min(pauses.longest, most_kept)
    while done == 0 or (left > 0 and done < MOST):
        work(batch)
        done += batch
        before, now = now, clock()
        ran_before, ran = ran, cpu()
        pauses.note(now - before - (ran - ran_before))
        left = end - now - min(pauses.longest, most_kept)
        # As many as fit into a tenth of the time that is left, at the speed just seen.
        fitting = batch * left / max(now - before, 1e-6) / 10
        batch = max(1, min(2 * batch, int(fitting)))
