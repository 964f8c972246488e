"""Swiss: every round, neighbours in the table so far meet, and nobody twice if it can be avoided.

The rule: the table is by points, then by margin, then by seed. The first meets the nearest who is
new to it and leaves the others pairable without a rematch, then the next who is free, and so on
(`pairing` says it exactly). Where a rematch cannot be avoided there are as few as possible; once
everybody has met everybody, it begins anew. Both sides of every deal are played, so it does not
matter who is first.

With an odd number one rests: the lowest of those who have rested least, or the next above if the
others could then do with fewer rematches. It is in no match of the round, and is credited as if it
had won every game of one, with a margin of 0: `resting` and `bye` say so to the standings.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from math import comb

from arena.schedule.match import Match, MatchScore, Schedule
from arena.schedule.pairing import least_rematches, nearest


def swiss(entrants: int, rounds: int, games: int) -> Schedule:
    """So many rounds, each on new deals."""
    if entrants < 2:
        return
    table, first = _Table(entrants), 0
    for number in range(1, rounds + 1):
        matches = [Match(f"round {number}", pair, first, games) for pair in table.next_pairs()]
        table.enter(matches, (yield matches), games)
        first += matches[0].deals


def resting(entrants: int, matches: Iterable[Match]) -> list[int]:
    """Who is in none of a round's matches: nobody, or the one that has the bye."""
    playing = {entrant for match in matches for entrant in match.entrants}
    return [entrant for entrant in range(entrants) if entrant not in playing]


def bye(games: int) -> MatchScore:
    """What a bye is worth to the one that has it."""
    return MatchScore((float(games),), (0.0,))


class _Table:
    """What the next round depends on: points, margins, who has met whom and who has rested."""

    def __init__(self, entrants: int) -> None:
        self.entrants = range(entrants)
        self.points = [0.0] * entrants
        self.margin = [0.0] * entrants
        self.rests = [0] * entrants
        self.meetings: Counter[tuple[int, int]] = Counter()

    def next_pairs(self) -> list[tuple[int, int]]:
        order = sorted(self.entrants, key=lambda one: (-self.points[one], -self.margin[one], one))
        met = self._met()
        if len(order) % 2:
            order.remove(self._next_to_rest(order, met))
        return nearest(order, met)

    def enter(self, matches: Sequence[Match], scores: Sequence[MatchScore], games: int) -> None:
        for match, score in zip(matches, scores, strict=True):
            self._credit(match.entrants, score)
            self.meetings[min(match.entrants), max(match.entrants)] += 1
        for one in resting(len(self.entrants), matches):
            self._credit((one,), bye(games))
            self.rests[one] += 1

    def _credit(self, entrants: Sequence[int], score: MatchScore) -> None:
        for one, credit, margin in zip(entrants, score.credit, score.margin, strict=True):
            self.points[one] += credit
            self.margin[one] += margin

    def _met(self) -> dict[int, set[int]]:
        """Whom each has met already; once that would be everybody, it begins anew."""
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
