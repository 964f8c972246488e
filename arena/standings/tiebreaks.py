"""The criteria that order a table.

The first criterion is the ranking quantity, usually credit. The first tie-break compares the teams
that are then tied, the next one compares the teams that are still tied, and so on. Each tie-break
is applied once. If it looks at games among the tied teams, these are the teams that are tied at
that point. Teams that no criterion separates share their rank.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from arena.common.errors import ArenaError
from arena.replay.result import WHOLE
from arena.standings.scorebook import Scorebook
from Game.core.options import nearest

DIGITS = 9  # smaller differences count as equal: ratings differ that much between machines


@dataclass(frozen=True)
class Facts:
    """The data for tie-breaks: the scorebook, and facts that are not in it."""

    book: Scorebook
    byes: Mapping[str, float] = field(default_factory=dict)  # credit for rounds without a game
    lot: Callable[[str], float] | None = None  # the number that a team has drawn

    def credit(self, name: str) -> float:
        return self.parts(name) / WHOLE

    def parts(self, name: str) -> int:
        """The credit in whole parts of a win, so that sums are exact."""
        return round(self.byes.get(name, 0.0) * WHOLE) + self.book.lines[name].parts


class Criterion(NamedTuple):
    """A criterion that ranks teams. `arena.pages.words` has a sentence about each, by its name."""

    name: str
    # One value for each of the tied teams; more is better.
    values: Callable[[Facts, Sequence[str]], list[float]]


def each(value: Callable[[Facts, str], float]) -> Callable[[Facts, Sequence[str]], list[float]]:
    """The values of a criterion that does not depend on which teams are tied."""
    return lambda facts, tied: [value(facts, name) for name in tied]


def _head_to_head(facts: Facts, tied: Sequence[str]) -> list[float]:
    values = []
    for one in tied:
        met = [facts.book.pairs.against(one, other) for other in tied if other != one]
        if None in met:
            return [0.0 for _ in tied]
        values.append(float(sum([against.exact_share for against in met if against is not None])))
    return values


def _buchholz(facts: Facts, name: str) -> float:
    return sum([facts.parts(other) for other, _ in facts.book.pairs.opponents(name)]) / WHOLE


def _sonneborn_berger(facts: Facts, name: str) -> float:
    opponents = facts.book.pairs.opponents(name)
    won = [facts.parts(other) * against.exact_share for other, against in opponents]
    return float(sum(won) / WHOLE)


def _lot(facts: Facts, name: str) -> float:
    if facts.lot is None:
        raise ValueError("the tie-break 'lot' needs lots, and none were drawn")
    return -facts.lot(name)


CREDIT = Criterion(
    "credit",
    each(lambda facts, name: facts.credit(name)),
)

TIEBREAKS = {
    criterion.name: criterion
    for criterion in (
        Criterion(
            "head-to-head",
            _head_to_head,
        ),
        Criterion(
            "margin",
            each(lambda facts, name: facts.book.lines[name].margin),
        ),
        Criterion(
            "wins",
            each(lambda facts, name: facts.book.lines[name].wins),
        ),
        Criterion(
            "buchholz",
            each(_buchholz),
        ),
        Criterion(
            "sonneborn-berger",
            each(_sonneborn_berger),
        ),
        Criterion(
            "lot",
            each(_lot),
        ),
    )
}


def tiebreak(name: str) -> Criterion:
    """The tie-break of this name."""
    if name in TIEBREAKS:
        return TIEBREAKS[name]
    raise ArenaError(f"There is no tie-break {name!r}. {nearest(name, list(TIEBREAKS))}")


class Ranked(NamedTuple):
    """A team and its rank."""

    name: str
    rank: int  # teams that no criterion separates share it
    decided: str  # the last tie-break that separated it from others; empty: none did


def rank_teams(
    facts: Facts, first: Criterion = CREDIT, tiebreaks: Sequence[Criterion] = ()
) -> list[Ranked]:
    """The teams from the top down."""
    places: list[Ranked] = []
    for group, decided in _groups(facts, sorted(facts.book.teams), [first, *tiebreaks], ""):
        rank = len(places) + 1
        by = "" if decided == first.name else decided
        places += [Ranked(name, rank, by) for name in group]
    return places


def _groups(
    facts: Facts, tied: list[str], criteria: Sequence[Criterion], decided: str
) -> Iterator[tuple[list[str], str]]:
    """The groups that no criterion separates, each with the criterion that decided its place."""
    if len(tied) == 1 or not criteria:
        yield tied, decided
        return
    criterion, *others = criteria
    groups: dict[float, list[str]] = {}
    for name, value in zip(tied, criterion.values(facts, tied), strict=True):
        groups.setdefault(round(value, DIGITS), []).append(name)
    by = criterion.name if len(groups) > 1 else decided
    for value in sorted(groups, reverse=True):
        yield from _groups(facts, groups[value], others, by)
