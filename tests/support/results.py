"""Results written down in a test, and seasons of bots whose strength is known."""

import random
from collections.abc import Sequence
from itertools import combinations, permutations
from math import exp

from arena.replay.result import Result


def game(
    who: str, ranks: Sequence[int] | None = None, scores: Sequence[float] = (), deal: int = 0
) -> Result:
    """A result: in `game("ana eva")` ana wins. `ranks` gives another outcome."""
    names = who.split()
    ranks = range(len(names)) if ranks is None else ranks
    return Result(deal, tuple(names), tuple(ranks), tuple(scores) or (0.0,) * len(names))


def duplicate_season(
    strengths: Sequence[float], deals: int, seed: int, luck: float = 1.0, noise: float = 1.0
) -> list[Result]:
    """Each pair of bots plays the same deals in both seatings. A deal favours one side.

    A score is the strength, the luck of the side on this deal, and the luck of this game.
    """
    dice = random.Random(seed)
    results = []
    for deal in range(deals):
        favours = [dice.gauss(0, luck) for _ in range(2)]
        for pair in combinations(range(len(strengths)), 2):
            for seated in permutations(pair):
                scores = tuple(
                    strengths[bot] + favours[side] + dice.gauss(0, noise)
                    for side, bot in enumerate(seated)
                )
                ranks = (0, 1) if scores[0] > scores[1] else (1, 0)
                results.append(Result(deal, tuple(f"bot{bot}" for bot in seated), ranks, scores))
    return results


def logistic_season(strengths: Sequence[float], deals: int, seed: int) -> list[Result]:
    """Each pair of bots plays. The chance to win is that of the Elo model."""
    dice = random.Random(seed)
    results = []
    for deal in range(deals):
        for one, other in combinations(range(len(strengths)), 2):
            won = dice.random() < 1 / (1 + exp(strengths[other] - strengths[one]))
            ranks = (0, 1) if won else (1, 0)
            results.append(Result(deal, (f"bot{one}", f"bot{other}"), ranks, (0.0, 0.0)))
    return results
