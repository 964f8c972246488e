"""Plackett-Luce, slow and obvious: it tries every order that a result with ties may stand for.

Independent of `arena.standings.plackett_luce`: no subsets, no Newton, no numpy. The likelihood is
climbed one strength at a time, by golden sections.
"""

from collections.abc import Sequence
from itertools import pairwise, permutations
from math import exp, log

from arena.replay.result import Result

GOLDEN = (5**0.5 - 1) / 2


def orders(result: Result) -> list[tuple[str, ...]]:
    """All orders that this result may stand for: tied players may have come in any order."""
    sides = range(len(result.who))
    return [
        tuple(result.who[side] for side in order)
        for order in permutations(sides)
        if all(result.ranks[one] <= result.ranks[other] for one, other in pairwise(order))
    ]


def log_likelihood(strengths: dict[str, float], results: Sequence[Result]) -> float:
    """The log likelihood, with one more game: each bot ties with an imaginary bot of strength 0."""
    total = 0.0
    for strength in strengths.values():
        chance = 1 / (1 + exp(-strength))
        total += (log(chance) + log(1 - chance)) / 2
    for result in results:
        possible = orders(result)
        for order in possible:
            for place in range(len(order)):
                there = sum(exp(strengths[name]) for name in order[place:])
                total += (strengths[order[place]] - log(there)) / len(possible)
    return total


def fit(results: Sequence[Result]) -> dict[str, float]:
    """The strengths that make the results most likely."""
    strengths = {name: 0.0 for result in results for name in result.who}
    while True:
        moved = 0.0
        for name in strengths:
            before = strengths[name]
            strengths[name] = _best(strengths, name, results)
            moved = max(moved, abs(strengths[name] - before))
        if moved < 1e-6:
            return strengths


def _best(strengths: dict[str, float], name: str, results: Sequence[Result]) -> float:
    low, high = -12.0, 12.0
    while high - low > 1e-8:
        left, right = high - GOLDEN * (high - low), low + GOLDEN * (high - low)
        at_left = log_likelihood({**strengths, name: left}, results)
        at_right = log_likelihood({**strengths, name: right}, results)
        low, high = (low, right) if at_left > at_right else (left, high)
    return (low + high) / 2
