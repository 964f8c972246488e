"""The rows of a phase's table, from its scorebook. `table` writes them in several formats.

A row has no times from a clock. So a run that was interrupted and resumed has the same table, byte
for byte, as a run without interruption.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import TYPE_CHECKING, Literal

from arena.standings.quantity import Quantity, by_credit, by_rating, rank_intervals
from arena.standings.scorebook import Scorebook
from arena.standings.tiebreaks import Criterion, Facts, Ranked, rank_teams, tiebreak

if TYPE_CHECKING:
    from arena.standings.rating import Ratings


@dataclass(frozen=True)
class StandingsRow:
    """A team's row of the table. None means that the games cannot tell yet."""

    rank: int  # teams that no criterion separates share it
    place: str  # the same as text, with the last rank if teams share it: "5-8"
    name: str
    best: int | None  # the ranks that it may really have, by overlaps of 95 % intervals
    worst: int | None
    decided: str  # the tie-break that gave it its place
    games: int
    wins: int
    draws: int
    losses: int
    credit: float  # with that of byes
    share: float | None  # of the games played
    share_low: float
    share_high: float
    credit_saving: float | None  # measured gain of duplicate deals: 1 is no gain
    points: float
    margin: float | None  # in a game, points more than the average opponent
    margin_low: float | None
    margin_high: float | None
    margin_saving: float | None
    edge: float | None  # in a game, points more than the average of the same side on the same deal
    edge_low: float | None
    edge_high: float | None
    rating: float | None
    rating_low: float | None
    rating_high: float | None
    rating_best: int | None  # the ranks it may have by rating
    rating_worst: int | None
    above_next: float | None  # the chance to be above the team in the next row, by rating
    faults: int
    verdicts: dict[str, int] = field(default_factory=dict)
    skill: float | None = None  # on a ladder, whose table is ordered by it
    skill_low: float | None = None
    skill_high: float | None = None
    ladder: int | None = None  # the place on the ladder


@dataclass(frozen=True)
class Standings:
    """The rows from the top down, and the criteria of their order."""

    rows: list[StandingsRow]
    criteria: list[Criterion]


def standings(
    book: Scorebook,
    *,
    by: Literal["credit", "rating"] | Quantity = "credit",
    tiebreaks: Sequence[str] = (),
    byes: Mapping[str, float] | None = None,
    lot: Callable[[str], float] | None = None,
    ladder: Mapping[str, int] | None = None,
    kept: Mapping[str, float] | None = None,
) -> Standings:
    """The table: by "credit", by "rating", or by another quantity.

    `ladder` has the place of each team on a ladder. `kept` has ratings by which teams are placed
    that have not played.
    """
    from arena.standings.rating import Ratings

    ratings = Ratings(book.games)
    if isinstance(by, Quantity):
        quantity = by
    else:
        quantity = by_rating(book, ratings, kept or {}) if by == "rating" else by_credit(book)
    criteria = [quantity.criterion, *(tiebreak(name) for name in tiebreaks)]
    facts = Facts(book, byes or {}, lot)
    order = rank_teams(facts, criteria[0], criteria[1:])
    measured = _Measured(facts, ratings, quantity, order, ladder or {})
    rows = [measured.row(place, below) for place, below in zip_longest(order, order[1:])]
    return Standings(rows, criteria)


class _Measured:
    """Everything that is measured of the teams, for the rows of a table in this order."""

    def __init__(
        self,
        facts: Facts,
        ratings: "Ratings",
        quantity: Quantity,
        order: Sequence[Ranked],
        ladder: Mapping[str, int],
    ) -> None:
        from arena.standings.duplicate import of_bots

        book = facts.book
        self._facts = facts
        self._quantity = quantity
        self._ladder = ladder
        self._ratings = ratings
        self._rated = {rating.name: rating for rating in ratings.among(book.teams)}
        self._of_deals = of_bots(book.games)
        ranks = {place.name: place.rank for place in order}
        self._tied = rank_intervals(ranks, quantity.intervals)
        self._sharing = Counter(ranks.values())

    def row(self, place: Ranked, below: Ranked | None) -> StandingsRow:
        """The row of the team in this place. `below` is the place of the next row."""
        from arena.standings.duplicate import UNMEASURED
        from arena.standings.rating import Rating

        name, quantity = place.name, self._quantity
        line = self._facts.book.lines[name]
        best, worst = self._tied.get(name, (None, None))
        margin, credit, edge = self._of_deals.get(name, UNMEASURED)
        rating = self._rated.get(name, Rating(name))
        skill = quantity.skills.get(name)
        skill_low, skill_high = skill.interval if skill else (None, None)
        alone = place.rank, place.rank + self._sharing[place.rank] - 1
        first, last = quantity.places.get(name, alone)
        return StandingsRow(
            rank=first,
            place=f"{first}-{last}" if first < last else str(first),
            name=name,
            best=best,
            worst=worst,
            decided="" if name in quantity.places else place.decided,
            games=line.games,
            wins=line.wins,
            draws=line.draws,
            losses=line.losses,
            credit=self._facts.credit(name),
            share=line.share if line.games else None,
            share_low=line.interval[0],
            share_high=line.interval[1],
            credit_saving=credit.saving,
            points=line.points,
            margin=margin.mean,
            margin_low=margin.low,
            margin_high=margin.high,
            margin_saving=margin.saving,
            edge=edge.mean,
            edge_low=edge.low,
            edge_high=edge.high,
            rating=rating.rating,
            rating_low=rating.low,
            rating_high=rating.high,
            rating_best=rating.best,
            rating_worst=rating.worst,
            above_next=self._ratings.chance_above(name, below.name) if below else None,
            faults=line.faults.total(),
            verdicts=dict(sorted(line.faults.items())),
            skill=skill.mean if skill else None,
            skill_low=skill_low,
            skill_high=skill_high,
            ladder=self._ladder.get(name),
        )
