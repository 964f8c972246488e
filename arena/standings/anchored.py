"""The rating of one bot, from games against bots whose ratings are known.

The model is that of all ratings (`plackett_luce`): 400 points more are odds of 10 to 1, and one
tied game against an imaginary average bot keeps the rating finite. Only one strength is unknown. So
ratings that are found in different matches against the same bots can be compared.

The interval takes the games on one deal as one observation, because they are not independent. It
does not contain the uncertainty of the known ratings. If a match stops when it is decided, close
results are a little less likely than in a match of fixed length, and the interval does not know.
"""

from collections.abc import Mapping
from math import log, sqrt
from typing import NamedTuple

from arena.standings.games import CountedGames
from arena.standings.interval import Z95
from arena.standings.plackett_luce import PlackettLuce

POINT = log(10) / 400  # of a rating, as a difference of strengths
FARTHEST = 25.0  # games never show a larger strength
HALVINGS = 60


class AnchoredRating(NamedTuple):
    """A rating with its 95 % interval."""

    rating: float
    low: float
    high: float


def anchored_rating(
    games: CountedGames, name: str, known: Mapping[str, float]
) -> AnchoredRating | None:
    """The rating of this bot; None if it has not played. `known` has the ratings of the others."""
    if name not in games.names:
        return None
    number = games.names.index(name)
    average = sum(known.values()) / len(known)
    model = PlackettLuce(len(games.names), games.columns())
    strengths = model.unknown_strengths()
    for other, each in enumerate(games.names):
        if each != name:
            strengths[other] = (known[each] - average) * POINT
    low, high = -FARTHEST, FARTHEST
    for _ in range(HALVINGS):  # the slope falls with the strength
        strengths[number] = (low + high) / 2
        if model.slope(strengths)[number] > 0:
            low = strengths[number]
        else:
            high = strengths[number]
    _, bot, pull = model.slopes(strengths)
    mine = pull[bot == number]
    imaginary = float(mine.sum())  # at the best strength the imaginary game pulls back as much
    error = sqrt(float(mine @ mine) + imaginary**2) / float(
        model.curvature(strengths)[number, number]
    )
    rating = average + float(strengths[number]) / POINT
    half = Z95 * error / POINT
    return AnchoredRating(rating, rating - half, rating + half)


def expected_credit(rating: float, other: float, mine: int, sides: int) -> float:
    """The credit that a bot with `mine` of the sides can expect on each of them."""
    odds: float = 10 ** ((other - rating) / 400)
    return 1 / (mine + (sides - mine) * odds)
