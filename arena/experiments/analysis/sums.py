"""Sums over games, which can be added in any order, and their means with intervals."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import inf, nan, sqrt

from arena.experiments.experiment import Json
from arena.standings.interval import student


@dataclass
class Tally:
    """A sample of numbers: their count, sum, sum of squares, least and largest."""

    count: int = 0
    total: float = 0.0
    squares: float = 0.0
    least: float = inf
    most: float = -inf

    def add(self, value: float) -> None:
        self.count += 1
        self.total += value
        self.squares += value * value
        self.least = min(self.least, value)
        self.most = max(self.most, value)

    def json(self) -> Json:
        return [self.count, self.total, self.squares, self.least, self.most] if self.count else []

    @classmethod
    def sum(cls, parts: Iterable[Json]) -> "Tally":
        """The tally of all numbers in several tallies, as `json` has written them."""
        whole = cls()
        for part in parts:
            if part:
                count, total, squares, least, most = part
                whole.count += count
                whole.total += total
                whole.squares += squares
                whole.least = min(whole.least, least)
                whole.most = max(whole.most, most)
        return whole

    @property
    def mean(self) -> float:
        return self.total / self.count if self.count else nan

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        if self.count < 2:
            return nan
        spread = max(0.0, self.squares - self.total * self.total / self.count)
        return sqrt(spread / (self.count - 1) / self.count)

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the mean; NaN for a single number."""
        if self.count < 2:
            return nan, nan
        reach = student(self.count - 1) * self.error
        return self.mean - reach, self.mean + reach


def sum_lists(parts: Iterable[list[Json]]) -> list[Tally]:
    """Add lists of tallies place by place. The result is as long as the longest list."""
    rows = list(parts)
    longest = max(map(len, rows), default=0)
    return [Tally.sum(row[i] for row in rows if i < len(row)) for i in range(longest)]
