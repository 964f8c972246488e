"""Plackett-Luce, slow and obvious: it tries every order that a result with ties may stand for.

Independent of `arena.standings.plackett_luce`: no subsets, no Newton, no numpy. The likelihood is
climbed one strength at a time, by golden sections. The strengths are exact to about 0.0001, or 0.02
points of a rating.
"""

from collections.abc import Sequence
from itertools import pairwise, permutations
from math import exp, log

from arena.replay.result import Result

GOLDEN = (5**0.5 - 1) / 2

Order = tuple[str, ...]


def orders(result: Result) -> list[Order]:
    """All orders that this result may stand for: tied players may have come in any order."""
    sides = range(len(result.who))
    return [
        tuple(result.who[side] for side in order)
        for order in permutations(sides)
        if all(result.ranks[one] <= result.ranks[other] for one, other in pairwise(order))
    ]


def log_likelihood(strengths: dict[str, float], played: Sequence[list[Order]]) -> float:
    """The log likelihood of games with these possible orders.

    There is one more game: each bot ties with an imaginary bot of strength 0.
    """
    total = 0.0
    for strength in strengths.values():
        chance = 1 / (1 + exp(-strength))
        total += (log(chance) + log(1 - chance)) / 2
    for possible in played:
        for order in possible:
            for place in range(len(order)):
                there = sum(exp(strengths[name]) for name in order[place:])
                total += (strengths[order[place]] - log(there)) / len(possible)
    return total


def fit(results: Sequence[Result]) -> dict[str, float]:
    """The strengths that make the results most likely."""
    strengths = {name: 0.0 for result in results for name in result.who}
    played = [orders(result) for result in results]
    while True:
        moved = 0.0
        for name in strengths:
            before = strengths[name]
            strengths[name] = _best(strengths, name, played)
            moved = max(moved, abs(strengths[name] - before))
        if moved < 1e-5:
            return strengths


def _best(strengths: dict[str, float], name: str, played: Sequence[list[Order]]) -> float:
    def at(strength: float) -> float:
        return log_likelihood({**strengths, name: strength}, played)

    low, high = -12.0, 12.0
    left, right = high - GOLDEN * (high - low), low + GOLDEN * (high - low)
    at_left, at_right = at(left), at(right)
    while high - low > 1e-6:  # the section that stays has one of its two points already
        if at_left > at_right:
            high, right, at_right = right, left, at_left
            left = high - GOLDEN * (high - low)
            at_left = at(left)
        else:
            low, left, at_left = left, right, at_right
            right = low + GOLDEN * (high - low)
            at_right = at(right)
    return (low + high) / 2
