"""Means over deals, with intervals of 95 and 99 %, and the conclusions from them.

A deal is one observation, even if several bots have played it, or one bot several times.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isnan, nan, sqrt
from statistics import fmean, stdev

from arena.pages.report.model import Bar
from arena.standings.interval import Z95, Z99, student

FEWEST = 10  # with fewer deals nothing counts as sure: one more deal may change the result
NOT_APART = "not told apart"


@dataclass(frozen=True)
class Mean:
    value: float
    error: float  # the standard error of the mean; NaN for a single deal
    deals: int

    @classmethod
    def of(cls, values: Sequence[float]) -> "Mean":
        count = len(values)
        error = stdev(values) / sqrt(count) if count > 1 else nan
        return cls(fmean(values), error, count)

    def within(self, z: float) -> tuple[float, float]:
        """The interval of the mean with the coverage of ± `z` in the normal distribution."""
        around = nan if self.deals < 2 else student(self.deals - 1, z) * self.error
        return self.value - around, self.value + around

    @property
    def ends(self) -> tuple[float, float, float, float]:
        """The ends of the 95 % interval, then those of the 99 % interval."""
        return (*self.within(Z95), *self.within(Z99))

    @property
    def sure(self) -> int:
        """The certainty in percent that the mean is not zero: 99, 95, or 0 if it is less."""
        if self.deals < FEWEST:
            return 0
        for percent, z in ((99, Z99), (95, Z95)):
            low, high = self.within(z)
            if low > 0 or high < 0:
                return percent
        return 0

    @property
    def verdict(self) -> str:
        """The conclusion from these deals: the mean is above zero, below, or not known."""
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
