"""The benefit of playing the same deals again: margins by the deal, and the measured saving.

A bot plays several games on one deal: in both seatings, and against several opponents if pairings
share their deals. The luck of the cards is the same in all of them. So they count as one
observation, and the 95 % interval of a mean comes from the spread between deals.

The saving compares two variances of the mean: the one that independent games would give, divided by
the one that the deals show. A saving of 2 means that half as many games were enough. A saving of 1
means no gain. It is below 1 if the games on one deal mostly ended in the same way. It is measured
from the games that were played, so it can differ between bots.

The strength of an opponent is not luck. So in games of two sides, each result is compared with the
bot's mean against the same opponent. In games of more sides the opponents change from game to game,
and each result is compared with the bot's mean over all its games.

The edge is for games with a score: how many points a bot had more than the average of all bots that
held the same side of the same deal.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena.replay.result import margin
from arena.standings.games import Columns, CountedGames
from arena.standings.interval import student

Whole = NDArray[np.int64]
Real = NDArray[np.float64]

PART = 1 << 20  # rows that are worked on at a time, to save memory
NOTHING = 1e-12  # a variance below this share of the squared values is a rounding error


class PairMean(NamedTuple):
    """A mean over games, with its 95 % interval over deals."""

    mean: float | None = None  # None without games
    low: float | None = None  # None if there are too few deals
    high: float | None = None
    saving: float | None = None  # None if one of the two variances is 0


class Measured(NamedTuple):
    """The sums of one bot, or of one bot against another."""

    margin: PairMean  # points more than the average opponent, in a game
    credit: PairMean
    edge: PairMean  # points more than the average of all bots with the same side of the same deal


UNMEASURED = Measured(PairMean(), PairMean(), PairMean())  # of a bot that has not played


class _Seats(NamedTuple):
    """A row for each side of each game."""

    who: Whole
    opponent: Whole  # -1: several
    deal: Whole
    margin: Real
    credit: Real
    edge: Real


def of_bots(games: CountedGames) -> dict[str, Measured]:
    """For each bot, over all its games."""
    names = games.names
    measured = {}
    for first, last, seats in _seats_by_bots(games):
        means = _means_of_keys(seats.who - first, seats, last - first)
        for name, each in zip(names[first:last], means, strict=True):
            if each:
                measured[name] = each
    return measured


def of_pairs(games: CountedGames) -> dict[tuple[str, str], Measured]:
    """For each bot against each that it has met in games of two sides."""
    names = games.names
    measured = {}
    for _, _, seats in _seats_by_bots(games):
        between = (seats.opponent >= 0) & (seats.opponent != seats.who)
        seats = _Seats(*(column[between] for column in seats))
        pairs, key = np.unique(seats.who * len(names) + seats.opponent, return_inverse=True)
        for pair, each in zip(pairs, _means_of_keys(key, seats, len(pairs)), strict=True):
            if each:
                one, other = divmod(int(pair), len(names))
                measured[names[one], names[other]] = each
    return measured


def _seats_by_bots(games: CountedGames) -> Iterator[tuple[int, int, _Seats]]:
    """All seats of the first bots, then of the next bots, and so on.

    Each time about `PART` rows are in memory: the first bot, the one after the last, and the rows.
    """
    all_columns = games.columns()
    averages = [_averages(columns) for columns in all_columns]
    rows = np.zeros(len(games.names), np.int64)  # of each bot
    for columns in all_columns:
        rows += np.bincount(columns.who.ravel(), minlength=len(rows))
    first = 0
    while first < len(rows):
        here = np.searchsorted(rows[first:].cumsum(), PART, side="right")
        last = first + max(1, int(here))
        parts = [
            _seats_of(columns, average, side, first, last)
            for columns, average in zip(all_columns, averages, strict=True)
            for side in range(columns.who.shape[1])
        ]
        yield first, last, _Seats(*(np.concatenate(column) for column in zip(*parts, strict=True)))
        first = last


def _averages(columns: Columns) -> tuple[Whole, Real]:
    """All deals, and the average score of each side of each deal."""
    deals, number = np.unique(columns.deal, return_inverse=True)
    sums = [np.bincount(number, score) for score in columns.score.T]
    return deals, np.stack(sums, axis=1) / np.bincount(number)[:, None]


def _seats_of(
    columns: Columns, averages: tuple[Whole, Real], side: int, first: int, last: int
) -> _Seats:
    """The seats of this side that are held by the bots from `first` to before `last`."""
    sides = columns.who.shape[1]
    here = np.flatnonzero((columns.who[:, side] >= first) & (columns.who[:, side] < last))
    deal, score = columns.deal[here], columns.score[here]
    opponent = columns.who[here, 1 - side] if sides == 2 else np.full(len(here), -1)
    deals, average = averages
    number = np.searchsorted(deals, deal)
    return _Seats(
        columns.who[here, side].astype(np.int64),
        opponent.astype(np.int64),
        deal,
        margin(score[:, side], score.sum(axis=1), sides),
        credit_of_games(columns.rank[here])[:, side],
        score[:, side] - average[number, side],
    )


def credit_of_games(ranks: NDArray[np.integer[Any]]) -> Real:
    """The credit of each side in many games: a row for each game.

    This is a deliberate copy of `arena.replay.result.credit`, with arrays for speed. A test
    compares the two.
    """
    first = ranks == 0
    shares: Real = first / first.sum(axis=1, keepdims=True)
    return shares


def _means_of_keys(key: Whole, seats: _Seats, keys: int) -> Iterator[Measured | None]:
    """For each key, the means of its rows; None for a key without any."""
    columns = [
        _means(key, seats.opponent, seats.deal, values, keys)
        for values in (seats.margin, seats.credit, seats.edge)
    ]
    for means in zip(*columns, strict=True):
        yield None if None in means else Measured(*means)


def _means(
    key: Whole, opponent: Whole, deal: Whole, values: Real, keys: int
) -> Iterator[PairMean | None]:
    if not len(key):
        yield from [None] * keys
        return
    group, of_group = _number(key, opponent)
    cluster, of_cluster = _number(key, deal)
    _, of_cell = _number(key, opponent, deal)
    rest = values - (np.bincount(group, values) / np.bincount(group))[group]
    in_cluster = np.bincount(cluster, rest)

    games = np.bincount(key, minlength=keys)
    total = np.bincount(key, values, keys)
    squares = np.bincount(key, rest * rest, keys)
    by_deal = np.bincount(of_cluster, in_cluster * in_cluster, keys)
    groups, deals, cells = (
        np.bincount(of, minlength=keys) for of in (of_group, of_cluster, of_cell)
    )
    size = np.bincount(key, values * values, keys)
    for i in range(keys):
        n, free = int(games[i]), int(cells[i] - groups[i])
        if not n:
            yield None
            continue
        mean = total[i] / n
        if free < 1:
            yield PairMean(float(mean))
            continue
        # The mean of each group comes from its own games, so the sums of squares are too small. The
        # two factors correct this.
        paired = by_deal[i] / n**2 * cells[i] / free
        alone = squares[i] / n * (1 / (n - groups[i]))
        half = student(min(int(deals[i]) - 1, free)) * paired**0.5
        none = NOTHING * size[i] / n**2
        saving = float(alone / paired) if alone > none and paired > none else None
        yield PairMean(float(mean), float(mean - half), float(mean + half), saving)


def _number(key: Whole, *columns: Whole) -> tuple[Whole, Whole]:
    """A number for each row, and the key of each number.

    Rows with the same key and the same columns get the same number.
    """
    combined = key
    for column in columns:
        _, inner = np.unique(column, return_inverse=True)
        _, combined = np.unique(combined * (inner.max() + 1) + inner, return_inverse=True)
    first = np.zeros(combined.max() + 1, dtype=np.int64)
    first[combined] = key
    return combined, first
