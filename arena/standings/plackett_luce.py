"""The Plackett-Luce model: strengths from who came out above whom, all games at once.

A bot's chance to come first is its share of the strength at the table, the next place is played
out among the others in the same way, and so on. With two sides this is Bradley-Terry, the model of
Elo numbers. Strengths are given as logarithms; nothing depends on the order of the games.

Ties: those who tie came in some order that nobody saw, so a tie counts as every order that it may
have been, in equal parts. A tie of two is half a win for each, exactly: in a league where all
played all, ratings and points tell the same order. (Davidson's models give ties a likelihood of
their own, which needs one more number for each size of tie and many ties to find it.)

Prior: every bot is given one tied game against an imaginary bot of strength 1. This keeps bots that
won or lost everything finite, keeps groups that never met comparable, and says where 0 is. It is as
weak as one game.

What is maximised is concave, so Newton's method finds the one maximum from anywhere.
"""

from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena.standings.games import Columns

Whole = NDArray[np.int64]
Real = NDArray[np.float64]

CLOSE = 1e-10  # a step that moves no strength by more ends the search
MOST_STEPS = 100


class Choices(NamedTuple):
    """Places that were played out among so many bots: a row each."""

    who: Whole  # who was there
    weight: Real  # less than 1 for what may have been, in a tie
    deal: Whole


class PlackettLuce:
    """The games of so many bots, ready to be asked how likely strengths are."""

    def __init__(self, bots: int, games: list[Columns]) -> None:
        self.bots = bots
        self.games = games
        self.choices = _choices(games)
        self._placed = sum(
            (np.bincount(columns.who.ravel(), minlength=bots) for columns in games),
            start=np.zeros(bots),
        )

    def fit(self) -> Real:
        """The most likely strengths."""
        strength = np.zeros(self.bots)
        likelihood = self._likelihood(strength)
        for _ in range(MOST_STEPS):
            step = np.linalg.solve(self.curvature(strength), self._slope(strength))
            if np.abs(step).max(initial=0) < CLOSE:
                break
            while True:
                there = self._likelihood(strength + step)
                if there >= likelihood - 1e-9 * abs(likelihood):
                    break
                step /= 2  # too far: what is maximised is no parabola
            strength, likelihood = strength + step, there
        return strength

    def curvature(self, strength: Real) -> Real:
        """How sharply the likelihood bends: a row and a column for each bot."""
        n = self.bots
        imaginary = _chance(strength)
        bend = np.diag(imaginary * (1 - imaginary))
        for choices in self.choices:
            share = _shares(strength, choices)
            weighted = share * choices.weight[:, None]
            bend.flat[:: n + 1] += np.bincount(choices.who.ravel(), weighted.ravel(), n)
            for one in range(choices.who.shape[1]):
                for other in range(choices.who.shape[1]):
                    place = choices.who[:, one] * n + choices.who[:, other]
                    both = np.bincount(place, weighted[:, one] * share[:, other], n * n)
                    bend -= both.reshape(n, n)
        return bend

    def slopes(self, strength: Real) -> tuple[Whole, Whole, Real]:
        """What each deal says for each bot in it: deals, bots, and how it pulls their strengths."""
        places: list[Whole] = []
        pulls: list[Real] = []
        for columns in self.games:
            places.append(columns.deal[:, None] * self.bots + columns.who)
            pulls.append(np.ones(columns.who.shape))
        for choices in self.choices:
            places.append(choices.deal[:, None] * self.bots + choices.who)
            pulls.append(-_shares(strength, choices) * choices.weight[:, None])
        place = np.concatenate([each.ravel() for each in places])
        pull = np.concatenate([each.ravel() for each in pulls])
        found, number = np.unique(place, return_inverse=True)
        summed = np.bincount(number, pull).astype(np.float64)  # it is, but says otherwise
        return found // self.bots, found % self.bots, summed

    def _slope(self, strength: Real) -> Real:
        slope = self._placed + 0.5 - _chance(strength)
        for choices in self.choices:
            pull = _shares(strength, choices) * choices.weight[:, None]
            slope -= np.bincount(choices.who.ravel(), pull.ravel(), self.bots)
        return slope

    def _likelihood(self, strength: Real) -> float:
        """Its logarithm."""
        total = self._placed @ strength + (strength / 2 - np.logaddexp(0, strength)).sum()
        for choices in self.choices:
            total -= choices.weight @ _log_total(strength[choices.who])
        return float(total)


def _choices(games: list[Columns]) -> list[Choices]:
    """All places that were played out, by how many bots they were between."""
    found: dict[int, list[Choices]] = {}
    for columns in games:
        ways, way = np.unique(columns.rank, axis=0, return_inverse=True)
        for number, ranks in enumerate(ways):
            rows = np.flatnonzero(way.ravel() == number)
            for group, weight in _played_out(tuple(ranks.tolist())):
                who = columns.who[rows][:, group]
                each = np.full(len(rows), weight)
                found.setdefault(len(group), []).append(Choices(who, each, columns.deal[rows]))
    return [
        Choices(*(np.concatenate(column) for column in zip(*parts, strict=True)))
        for _, parts in sorted(found.items())
    ]


def _played_out(ranks: tuple[int, ...]) -> list[tuple[tuple[int, ...], float]]:
    """Between which sides the places were played out, and in what part of the possible orders.

    While k who tie take their places, each choice of j among them is what is left in one of
    `comb(k, j)` orders.
    """
    found = []
    for rank in sorted(set(ranks)):
        tied = [side for side, other in enumerate(ranks) if other == rank]
        below = tuple(side for side, other in enumerate(ranks) if other > rank)
        for left in range(1, len(tied) + 1):
            for some in combinations(tied, left):
                found.append(((*some, *below), 1 / comb(len(tied), left)))
    return found


def _shares(strength: Real, choices: Choices) -> Real:
    logs = strength[choices.who]
    shares: Real = np.exp(logs - _log_total(logs)[:, None])
    return shares


def _log_total(logs: Real) -> Real:
    """The logarithm of the sum of each row's strengths."""
    most = logs.max(axis=1)
    total: Real = most + np.log(np.exp(logs - most[:, None]).sum(axis=1))
    return total


def _chance(strength: Real) -> Real:
    """To win against the imaginary bot."""
    chance: Real = 1 / (1 + np.exp(-strength))
    return chance
