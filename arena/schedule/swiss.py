"""Swiss: every round, neighbours in the table meet, and no two meet twice if it can be avoided.

The rule: the table is by points, then by margin, then by seed. The first meets the nearest entrant
that it has not met and that leaves the others pairable without a rematch. Then the next free
entrant chooses, and so on (`pairing` has the exact rule). If rematches cannot be avoided, there are
as few as possible. When all have met all others, earlier meetings no longer count. Both sides of
every deal are played, so it does not matter which entrant is named first.

With an odd number one entrant rests: the lowest of those that have rested least, or the next above
if the others then need fewer rematches. It has a bye: it plays no match in this round, and gets the
credit of a match in which it won every game, with a margin of 0. An entrant that takes no part gets
nothing. The standings learn this from `without_match` and `bye`.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from math import comb

from arena.schedule.match import Match, MatchScore, Schedule
from arena.schedule.pairing import least_rematches, nearest

IsAbsent = Callable[[int, int], bool]  # an entrant, in the round with this number, from 0


def swiss(
    entrants: int, rounds: int, games: int, is_absent: IsAbsent = lambda entrant, number: False
) -> Schedule:
    """The rounds of a Swiss, each on new deals."""
    if entrants < 2:
        return
    table, first = _Table(entrants), 0
    for number in range(1, rounds + 1):
        matches = [Match(f"round {number}", pair, first, games) for pair in table.next_pairs()]
        table.enter(matches, (yield matches))
        for one in without_match(entrants, matches):
            table.rest(one, bye(games, is_absent(one, number - 1)))
        first += matches[0].deals


def without_match(entrants: int, matches: Iterable[Match]) -> list[int]:
    """The entrants without a match in this round: none, or the one that has the bye."""
    playing = {entrant for match in matches for entrant in match.entrants}
    return [entrant for entrant in range(entrants) if entrant not in playing]


def bye(games: int, is_absent: bool = False) -> MatchScore:
    """The score for a bye."""
    return MatchScore((0.0 if is_absent else float(games),), (0.0,))


class _Table:
    """The state on which the next round depends: points, surplus, meetings and rests."""

    def __init__(self, entrants: int) -> None:
        self.entrants = range(entrants)
        self.points = [0.0] * entrants
        self.surplus = [0.0] * entrants
        self.rests = [0] * entrants
        self.meetings: Counter[tuple[int, int]] = Counter()

    def next_pairs(self) -> list[tuple[int, int]]:
        order = sorted(self.entrants, key=lambda one: (-self.points[one], -self.surplus[one], one))
        met = self._opponents_met()
        if len(order) % 2:
            order.remove(self._next_to_rest(order, met))
        return nearest(order, met)

    def enter(self, matches: Sequence[Match], scores: Sequence[MatchScore]) -> None:
        for match, score in zip(matches, scores, strict=True):
            self._credit(match.entrants, score)
            self.meetings[min(match.entrants), max(match.entrants)] += 1

    def rest(self, one: int, score: MatchScore) -> None:
        self._credit((one,), score)
        self.rests[one] += 1

    def _credit(self, entrants: Sequence[int], score: MatchScore) -> None:
        for one, credit, surplus in zip(entrants, score.credit, score.surplus, strict=True):
            self.points[one] += credit
            self.surplus[one] += surplus

    def _opponents_met(self) -> dict[int, set[int]]:
        """The entrants that each has met. It is empty again when all have met all others."""
        all_met = len(self.meetings) == comb(len(self.entrants), 2)
        often = min(self.meetings.values()) if all_met else 0
        met: dict[int, set[int]] = {one: set() for one in self.entrants}
        for (one, other), times in self.meetings.items():
            if times > often:
                met[one].add(other)
                met[other].add(one)
        return met

    def _next_to_rest(self, order: Sequence[int], met: dict[int, set[int]]) -> int:
        least = min(self.rests)
        upwards = [one for one in reversed(order) if self.rests[one] == least]
        rematches = {}
        for one in upwards:
            rematches[one] = least_rematches([each for each in order if each != one], met)
            if not rematches[one]:
                return one
        return min(upwards, key=rematches.__getitem__)
