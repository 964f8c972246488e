"""Means over deals and how sure they are: intervals of 95 and of 99 %, and what they let us say.

A deal is one observation, whoever has played it and however often.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isnan, nan, sqrt
from statistics import fmean, stdev

from arena.pages.report.model import Bar
from arena.standings.interval import Z95, Z99, student

FEWEST = 10  # deals, below which nothing is said to be sure: one deal more may turn it round
NOT_APART = "not told apart"


@dataclass(frozen=True)
class Mean:
    value: float
    error: float  # of the mean; not a number for one deal, which does not tell how deals differ
    deals: int

    @classmethod
    def of(cls, values: Sequence[float]) -> "Mean":
        count = len(values)
        error = stdev(values) / sqrt(count) if count > 1 else nan
        return cls(fmean(values), error, count)

    def within(self, z: float) -> tuple[float, float]:
        """The interval that is as sure as one of the normal distribution that reaches `z`."""
        around = nan if self.deals < 2 else student(self.deals - 1, z) * self.error
        return self.value - around, self.value + around

    @property
    def ends(self) -> tuple[float, float, float, float]:
        """From where to where it lies with 95 %, and with 99 %."""
        return (*self.within(Z95), *self.within(Z99))

    @property
    def sure(self) -> int:
        """With how many percent it is not zero: 99, 95, or 0 where that is not known."""
        if self.deals < FEWEST:
            return 0
        for percent, z in ((99, Z99), (95, Z95)):
            low, high = self.within(z)
            if low > 0 or high < 0:
                return percent
        return 0

    @property
    def verdict(self) -> str:
        """Which side of zero it is on, as far as these deals tell."""
        if not self.sure:
            return NOT_APART
        return f"{'better' if self.value > 0 else 'worse'} at {self.sure} %"

    @property
    def short(self) -> str:
        if isnan(self.error):
            return f"{self.value:+.0f} (one deal)"
        low, high = self.within(Z95)
        return f"{self.value:+.0f} ({low:+.0f} to {high:+.0f})"

    def __str__(self) -> str:
        if isnan(self.error):
            return self.short
        low, high, low99, high99 = self.ends
        return (
            f"{self.value:+.1f} (95 %: {low:+.1f} to {high:+.1f}; "
            f"99 %: {low99:+.1f} to {high99:+.1f})"
        )

    def bar(self, label: str) -> Bar:
        if isnan(self.error):
            return Bar(label, self.value, reference=0.0)
        return Bar(label, self.value, *self.within(Z95), 0.0)
