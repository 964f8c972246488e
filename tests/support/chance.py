"""Tests of randomness: chi-square tests on counts. The seeds are fixed, so no test is flaky."""

from collections.abc import Hashable, Iterable, Mapping
from math import sqrt


def assert_uniform(drawn: Iterable[Hashable], cells: Iterable[Hashable]) -> None:
    """Check that all draws lie in the cells, and that all cells are equally likely."""
    assert_likely(drawn, dict.fromkeys(cells, 1))


def assert_likely(drawn: Iterable[Hashable], weights: Mapping[Hashable, float]) -> None:
    """Check that all draws lie in the cells, each as often as its weight says."""
    counts = dict.fromkeys(weights, 0)
    for thing in drawn:
        assert thing in counts, f"{thing} was drawn, and is not among the {len(counts)} expected"
        counts[thing] += 1
    share = sum(counts.values()) / sum(weights.values())
    assert_spread(list(counts.values()), [weight * share for weight in weights.values()])


def assert_spread(counts: list[int], expected: list[float] | None = None) -> None:
    """Check that chance gives such counts, with less than one false alarm in 10,000."""
    if expected is None:
        expected = [sum(counts) / len(counts)] * len(counts)
    assert min(expected) >= 5, "too few draws for so many cells"
    distance = sum((n - e) ** 2 / e for n, e in zip(counts, expected, strict=True))
    freedom = len(counts) - 1
    limit = freedom + 4.3 * sqrt(2 * freedom) + 10
    assert distance < limit, f"chi-square {distance:.0f} with {freedom} degrees, limit {limit:.0f}"
