"""Ratings with their confidence: Plackett-Luce strengths on the scale of Elo numbers.

1500 is the rating of the imaginary bot in the model; 400 points more are odds of 10 to 1.

The confidence intervals come from a bootstrap over deals: 1,000 times, it draws as many deals as
there are, with replacement. A deal is always drawn with all its games, since these are not
independent. To fit the model again for each draw would take minutes for a thousand bots. Instead,
each draw takes one Newton step from the ratings of all games, with the curvature there. This is
right to first order, and close unless there are so few deals that intervals say little anyway. If a
bot won or lost all its games, its interval is too short, because these games do not differ. The
interval of its share of wins does not have this problem.

The draws come from PCG64, a generator that gives the same numbers in every version. Ratings are
rounded. So the same results give the same ratings.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

import numpy as np
from numpy.typing import NDArray

from arena.standings.games import CountedGames
from arena.standings.plackett_luce import PlackettLuce

Real = NDArray[np.float64]

MIDDLE = 1500.0
TEN_TO_ONE = 400.0
DRAWS = 1000
SEED = 1
LEFT_OUT = 0.025  # at each end of a 95 % interval
DIGITS = 6  # of a rating; different processors differ in smaller digits of the same sum


@dataclass(frozen=True)
class Rating:
    """The rating of a bot, with its intervals."""

    name: str
    rating: float | None = None  # None: it has not played
    low: float | None = None  # None: there are fewer than two deals
    high: float | None = None
    best: int | None = None  # its 95 % interval of ranks
    worst: int | None = None


class Ratings:
    """The ratings of all bots that have played."""

    def __init__(self, games: CountedGames, draws: int = DRAWS, seed: int = SEED) -> None:
        names = games.names
        columns = games.columns()
        model = PlackettLuce(len(names), columns)
        strength = model.fit()
        self._number = {name: number for number, name in enumerate(names)}
        self._rating = _elo(strength)
        # A row for each draw; no rows if there are fewer than two deals.
        self._draws = _elo(_bootstrap_strengths(model, strength, draws, seed))

    def rating(self, name: str) -> float | None:
        """The rating alone; None if the bot has not played."""
        number = self._number.get(name)
        return None if number is None else float(self._rating[number])

    def among(self, names: Sequence[str]) -> list[Rating]:
        """The ratings of these bots, the best first, ranked among themselves.

        A bot that has not played is left out.
        """
        rated = [name for name in names if name in self._number]
        rated.sort(key=lambda name: (-self._rating[self._number[name]], name))
        mine = [self._number[name] for name in rated]
        if not len(self._draws):
            return [Rating(name, float(self._rating[self._number[name]])) for name in rated]
        drawn = self._draws[:, mine]
        lows, highs = _middle(drawn)
        bests, worsts = _middle(_ranks(drawn))
        return [
            Rating(
                name, float(self._rating[number]), float(low), float(high), int(best), int(worst)
            )
            for name, number, low, high, best, worst in zip(
                rated, mine, lows, highs, bests, worsts, strict=True
            )
        ]

    def chance_above(self, one: str, other: str) -> float | None:
        """The chance that `one` is above `other`: the share of draws in which it was."""
        if one not in self._number or other not in self._number or not len(self._draws):
            return None
        lead = self._draws[:, self._number[one]] - self._draws[:, self._number[other]]
        return float((np.sign(lead) + 1).mean() / 2)


def _elo(strength: Real) -> Real:
    rounded: Real = np.round(MIDDLE + strength * (TEN_TO_ONE / log(10)), DIGITS)
    return rounded


def _bootstrap_strengths(model: PlackettLuce, strength: Real, draws: int, seed: int) -> Real:
    """The strengths in each bootstrap draw: a row for each draw."""
    deal, bot, pull = model.slopes(strength) if model.bots else (np.zeros(0, np.int64),) * 3
    numbers, deal = np.unique(deal, return_inverse=True)
    if len(numbers) < 2:
        return np.zeros((0, model.bots))
    stream = np.random.PCG64(seed)
    pulls = np.empty((draws, model.bots))
    for draw in range(draws):
        # The upper half of each raw number, scaled to the number of deals, picks a deal.
        picks = (stream.random_raw(len(numbers)) >> np.uint64(32)) * np.uint64(len(numbers))
        often = np.bincount((picks >> np.uint64(32)).astype(np.int64), minlength=len(numbers))
        pulls[draw] = np.bincount(bot, pull * (often - 1)[deal], model.bots)
    moved: Real = strength + np.linalg.solve(model.curvature(strength), pulls.T).T
    return moved


def _ranks(drawn: Real) -> Real:
    """The rank of each bot in each draw, 1 for the highest. Tied bots share the better rank."""
    ranks = np.empty_like(drawn)
    for row, into in zip(drawn, ranks, strict=True):
        into[:] = 1 + len(row) - np.searchsorted(np.sort(row), row, side="right")
    return ranks


def _middle(drawn: Real) -> tuple[Real, Real]:
    """The lowest and highest value of each column, without the extreme draws at both ends."""
    left_out = int(LEFT_OUT * len(drawn))
    ordered = np.sort(drawn, axis=0)
    return ordered[left_out], ordered[len(ordered) - 1 - left_out]
