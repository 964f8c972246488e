"""The result of a search: its simulations, and how each action did in them."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt
from typing import Any

SURE = 1.96  # standard errors on either side, for 95 %


@dataclass(frozen=True)
class Candidate:
    """An action that can be chosen. Results lie between 0, a loss for the searching side, and 1."""

    action: Any  # one of `get_list_actions`
    text: str
    visits: int  # simulations that began with it
    mean: float  # of their results
    low: float  # the 95 % interval of the mean begins here
    high: float  # and ends here


@dataclass(frozen=True)
class SearchResult:
    candidates: tuple[Candidate, ...]  # all actions, the most visited first
    simulations: int
    seconds: float

    @property
    def best(self) -> Any:
        """The action to take: the most visited one, among equals the one with the best results."""
        return self.candidates[0].action

    def __str__(self) -> str:
        width = max(len("action"), *[len(each.text) for each in self.candidates])
        lines = [f"{'action':{width}} {'visits':>9}  mean  95 %"]
        for each in self.candidates:
            between = f"{each.low:.2f}-{each.high:.2f}"
            lines.append(f"{each.text:{width}} {each.visits:>9,}  {each.mean:.2f}  {between}")
        plural = "" if self.simulations == 1 else "s"
        lines.append(f"{self.simulations:,} simulation{plural} in {self.seconds:.3f} s")
        return "\n".join(lines)

    __repr__ = __str__


def candidate(action: Any, text: str, visits: int, total: float, squares: float) -> Candidate:
    """An action whose results add up to `total`, and their squares to `squares`.

    The interval counts two more results, a loss and a win, so that few results are never certain.
    """
    mean = min(max(total / visits, 0.0), 1.0) if visits else 0.5
    n = visits + 2
    middle = (total + 1) / n
    around = SURE * sqrt(max((squares + 1) / n - middle * middle, 0.0) / n)
    low = max(min(middle - around, mean), 0.0)
    high = min(max(middle + around, mean), 1.0)
    return Candidate(action, text, visits, mean, low, high)


def rank(candidates: Iterable[tuple[Candidate, float]]) -> tuple[Candidate, ...]:
    """Order by visits, then by mean, then by margin. The best action comes first."""
    order = sorted(candidates, key=lambda each: (-each[0].visits, -each[0].mean, -each[1]))
    return tuple([each for each, _ in order])
