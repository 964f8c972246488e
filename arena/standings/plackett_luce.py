"""The Plackett-Luce model: estimates the strength of each bot from the places in all games at once.

A bot's chance to come first is its strength divided by the sum of the strengths at the table. The
other bots then compete for the next place in the same way, and so on. With two sides this is
Bradley-Terry, the model behind Elo ratings. Strengths are logarithms. The order of the games does
not matter.

Ties: a tie counts as all possible orders of the tied bots, in equal parts. A tie of two is exactly
half a win for each. So in a league in which all pairs met equally often, ratings and points give
the same order. (Davidson's models give ties a likelihood of their own. They need one more parameter
for each size of tie, and many ties to estimate it.)

Prior: every bot gets one tied game against an imaginary bot of strength 1. This keeps the strengths
of bots that won or lost every game finite, makes groups that never met comparable, and fixes the
zero of the scale. The prior weighs as much as one game.

The log-likelihood is concave, so Newton's method finds the only maximum from any start.
"""

from collections.abc import Iterator
from itertools import combinations
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena.standings.games import Columns

Whole = NDArray[np.integer[Any]]
Real = NDArray[np.float64]

CLOSE = 1e-10  # the search ends when a step changes no strength by more
MOST_STEPS = 100
PART = 1 << 20  # rows that are worked on at a time, to save memory
LARGEST = 1 << 62  # of a whole number


class Choices(NamedTuple):
    """The places for which the same number of bots competed: one row for each place."""

    who: Whole  # the bots that competed for the place
    weight: Real  # in a tie, the share of the possible orders in which these bots competed
    game: Whole  # its row


class PlackettLuce:
    """The likelihood of strengths, given the games of the bots."""

    def __init__(self, bots: int, games: list[Columns]) -> None:
        self.bots = bots
        self.games = games
        # Games between the same bots with the same ranks count together, so they are few.
        self.choices = _choices([_different(columns, bots) for columns in games])
        self._placed = sum(
            (np.bincount(columns.who.ravel(), minlength=bots) for columns in games),
            start=np.zeros(bots),
        )

    def fit(self) -> Real:
        """The most likely strengths."""
        strength = self.unknown_strengths()
        likelihood = self._likelihood(strength)
        for _ in range(MOST_STEPS):
            step = np.linalg.solve(self.curvature(strength), self.slope(strength))
            if np.abs(step).max(initial=0) < CLOSE:
                break
            while True:
                there = self._likelihood(strength + step)
                if there >= likelihood - 1e-9 * abs(likelihood):
                    break
                step /= 2  # the step was too long, because the likelihood is not a parabola
            strength, likelihood = strength + step, there
        return strength

    def unknown_strengths(self) -> Real:
        """Strengths before any game: all bots are equal to the imaginary one."""
        return np.zeros(self.bots)

    def curvature(self, strength: Real) -> Real:
        """The negative second derivative of the log-likelihood: a row and a column for each bot."""
        n = self.bots
        imaginary = _chance(strength)
        bend = np.diag(imaginary * (1 - imaginary))
        for choices in self.choices:
            share = _shares(strength, choices)
            weighted = share * choices.weight[:, None]
            bend.flat[:: n + 1] += np.bincount(choices.who.ravel(), weighted.ravel(), n)
            for one in range(choices.who.shape[1]):
                for other in range(choices.who.shape[1]):
                    place = choices.who[:, one].astype(np.int64) * n + choices.who[:, other]
                    both = np.bincount(place, weighted[:, one] * share[:, other], n * n)
                    bend -= both.reshape(n, n)
        return bend

    def slopes(self, strength: Real) -> tuple[Whole, Whole, Real]:
        """The gradient of the log-likelihood: three columns with deals, bots, and gradients."""
        parts = [self._slopes(strength, games) for games in _parts(self.games)]
        place, pull = (np.concatenate(column) for column in zip(*parts, strict=True))
        return place // self.bots, place % self.bots, pull

    def _slopes(self, strength: Real, games: list[Columns]) -> tuple[Whole, Real]:
        """The gradients of these games: two columns with deals and bots in one number, gradients"""
        places: list[Whole] = []
        pulls: list[Real] = []
        for columns in games:
            places.append(columns.deal[:, None] * self.bots + columns.who)
            pulls.append(np.ones(columns.who.shape))
            for choices in _choices([(columns, np.ones(len(columns.deal)))]):
                places.append(columns.deal[choices.game][:, None] * self.bots + choices.who)
                pulls.append(-_shares(strength, choices) * choices.weight[:, None])
        place = np.concatenate([each.ravel() for each in places])
        pull = np.concatenate([each.ravel() for each in pulls])
        cells, number = np.unique(place, return_inverse=True)
        summed = np.bincount(number, pull).astype(np.float64)  # for mypy: it is already float64
        return cells, summed

    def slope(self, strength: Real) -> Real:
        """The gradient of the log-likelihood: a value for each bot."""
        slope = self._placed + 0.5 - _chance(strength)
        for choices in self.choices:
            pull = _shares(strength, choices) * choices.weight[:, None]
            slope -= np.bincount(choices.who.ravel(), pull.ravel(), self.bots)
        return slope

    def _likelihood(self, strength: Real) -> float:
        """The log-likelihood of these strengths."""
        total = self._placed @ strength + (strength / 2 - np.logaddexp(0, strength)).sum()
        for choices in self.choices:
            total -= choices.weight @ _log_total(strength[choices.who])
        return float(total)


def _different(columns: Columns, bots: int) -> tuple[Columns, Real]:
    """Only the games that differ in bots and ranks, and how often each was played."""
    sides = columns.who.shape[1]
    code, size = np.zeros(len(columns.deal), np.int64), 1
    for column, values in [(each, sides) for each in columns.rank.T] + [
        (each, bots) for each in columns.who.T
    ]:
        if size > LARGEST // values:  # make the numbers small again
            codes, code = np.unique(code, return_inverse=True)
            size = len(codes)
        code, size = code * values + column, size * values
    _, first, often = np.unique(code, return_index=True, return_counts=True)
    return columns.rows(first), often.astype(np.float64)


def _parts(games: list[Columns]) -> Iterator[list[Columns]]:
    """The games in parts of about `PART` rows, each with all games of its deals."""
    rows = sum(columns.who.size for columns in games)
    deals = np.unique(np.concatenate([columns.deal for columns in games]))
    each = max(1, PART * len(deals) // rows)
    for start in range(0, len(deals), each):
        last = deals[min(start + each, len(deals)) - 1]
        part = []
        for columns in games:
            begin = np.searchsorted(columns.deal, deals[start])
            end = np.searchsorted(columns.deal, last, side="right")
            part.append(columns.rows(slice(begin, end)))
        yield part


def _choices(games: list[tuple[Columns, Real]]) -> list[Choices]:
    """All places, grouped by how many bots competed for them. Each game has a weight."""
    groups: dict[int, list[Choices]] = {}
    for columns, often in games:
        ways, way = np.unique(columns.rank, axis=0, return_inverse=True)
        for number, ranks in enumerate(ways):
            rows = np.flatnonzero(way.ravel() == number)
            for group, weight in _contests(tuple(ranks.tolist())):
                who = columns.who[rows][:, group]
                groups.setdefault(len(group), []).append(Choices(who, weight * often[rows], rows))
    return [
        Choices(*(np.concatenate(column) for column in zip(*parts, strict=True)))
        for _, parts in sorted(groups.items())
    ]


def _contests(ranks: tuple[int, ...]) -> list[tuple[tuple[int, ...], float]]:
    """The sides that competed for each place, and the share of the possible orders where they did.

    If k sides tie, every set of j of them competes for a place with probability 1 / `comb(k, j)`.
    """
    contests = []
    for rank in sorted(set(ranks)):
        tied = [side for side, other in enumerate(ranks) if other == rank]
        below = tuple(side for side, other in enumerate(ranks) if other > rank)
        for left in range(1, len(tied) + 1):
            for some in combinations(tied, left):
                contests.append(((*some, *below), 1 / comb(len(tied), left)))
    return contests


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
    """The chance to win against the imaginary bot."""
    chance: Real = 1 / (1 + np.exp(-strength))
    return chance
