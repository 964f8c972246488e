"""The quantity by which a table ranks, and its uncertainty: credit, rating, skill, or places won
elsewhere.

The intervals of that quantity show which teams are statistically tied. A team is surely below
another team only if its whole interval is below the other's. This gives each team a best and a
worst rank, such as "2-4". Groups of tied teams cannot show this: A may overlap with B, and B with
C, but A not with C.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from arena.standings.scorebook import Scorebook
from arena.standings.tiebreaks import CREDIT, Criterion, each

if TYPE_CHECKING:
    from arena.standings.rating import Ratings
    from arena.standings.skill import Skill

Interval = tuple[float, float]
Place = tuple[int, int]  # the first and the last rank of the teams that share it

NOTHING: Mapping[str, float] = {}
BELOW_ALL = float("-inf")  # the place of a team without a rating


class Quantity(NamedTuple):
    """The first criterion of a table, and the possible ranks of each team."""

    criterion: Criterion
    intervals: Mapping[str, Interval]  # of 95 %; none if chance plays no part
    places: Mapping[str, Place] = {}  # from a bracket; tie-breaks order teams of one place
    skills: Mapping[str, "Skill"] = {}  # on a ladder


def by_credit(book: Scorebook) -> Quantity:
    """Credit, with Wilson's interval of its share."""
    return Quantity(CREDIT, {name: book.lines[name].interval for name in book.teams})


def by_share(book: Scorebook) -> Quantity:
    """The share of the credit, for teams that have not played equally many games so far."""
    criterion = Criterion("share", each(lambda facts, name: book.lines[name].share))
    return Quantity(criterion, by_credit(book).intervals)


def by_rating(book: Scorebook, ratings: "Ratings", kept: Mapping[str, float] = NOTHING) -> Quantity:
    """The Plackett-Luce rating, with its bootstrap interval over deals.

    A team that has not played has its rating in `kept`, if it is there.
    """
    rated = ratings.among(book.teams)
    values = dict(kept)
    values |= {rating.name: rating.rating for rating in rated if rating.rating is not None}
    criterion = Criterion(
        "rating",
        each(lambda facts, name: values.get(name, BELOW_ALL)),
    )
    return Quantity(
        criterion,
        {
            rating.name: (rating.low, rating.high)
            for rating in rated
            if rating.low is not None and rating.high is not None
        },
    )


def by_skill(skills: "Mapping[str, Skill]") -> Quantity:
    """The skill on a ladder."""
    criterion = Criterion(
        "skill",
        each(lambda facts, name: skills[name].mean if name in skills else BELOW_ALL),
    )
    return Quantity(criterion, {name: skill.interval for name, skill in skills.items()}, {}, skills)


def by_place(places: Mapping[str, Place]) -> Quantity:
    """Places that were won in a bracket. The better place has the lower first rank."""
    order = {place: -number for number, place in enumerate(sorted(set(places.values())))}
    criterion = Criterion("place", each(lambda facts, name: order[places[name]]))
    return Quantity(criterion, {}, places)


def rank_intervals(
    ranks: Mapping[str, int], intervals: Mapping[str, Interval]
) -> dict[str, tuple[int, int]]:
    """The best and the worst rank that each team may have. Its own rank is always in this range."""
    lows = sorted(intervals[name][0] for name in ranks if name in intervals)
    highs = sorted(intervals[name][1] for name in ranks if name in intervals)
    ranges = {}
    for name, rank in ranks.items():
        if name in intervals:
            low, high = intervals[name]
            above = len(lows) - bisect_right(lows, high)
            below = bisect_left(highs, low)
            ranges[name] = min(rank, 1 + above), max(rank, len(ranks) - below)
    return ranges
