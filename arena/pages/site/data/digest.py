"""A small summary of all games of a phase, made in one pass over the records.

The digest has a few values of each game and a histogram of thinking times, and no records.
"""

from bisect import bisect_left, insort
from collections import Counter, defaultdict
from collections.abc import Sequence
from operator import attrgetter
from typing import NamedTuple

from arena.pages.site.data.games import GameDigest, GamesOfMatches
from arena.replay.record import Record
from arena.replay.result import pair_credit

MOST_FAULTY = 60  # games with faults that a team's page lists; all faults are counted
# The ends of the bars of thinking time, in microseconds: four a decade, from 10 us to 1000 s.
BARS = [10 * 10 ** (step / 4) for step in range(1, 33)]


_number = attrgetter("number")


class Faulty(NamedTuple):
    """A team's faults in a game, without their reasons: these may be the bot's own words."""

    game: str
    number: int  # of the game in the phase
    match: int
    ply: int  # the move of the first fault
    verdicts: Counter[str]


class SideResults:
    """A team's results on one side of the table against one opponent."""

    __slots__ = ("credit", "games", "margin")

    def __init__(self) -> None:
        self.games = 0
        self.credit = 0.0
        self.margin = 0.0


class Digest:
    """The summary. `add` takes the games in any order."""

    def __init__(self) -> None:
        self.games = GamesOfMatches()
        self.sides = 2  # the largest number of sides of a game
        self.held: dict[str, dict[str, dict[int, SideResults]]] = {}  # team, opponent, side
        self.bars: dict[str, list[int]] = defaultdict(lambda: [0] * (len(BARS) + 1))
        self.faulty: dict[str, list[Faulty]] = defaultdict(list)

    @property
    def fair(self) -> float:
        """The share of an average player: a half, or a third if three play."""
        return 1 / self.sides

    def of(self, match: int) -> Sequence[GameDigest]:
        """The games of this match that were added."""
        return self.games.get(match, ())

    def add(self, match: int, number: int, record: Record, comeback: float) -> None:
        """Add the game with this number, of the match with this number.

        `comeback` is how many points its winner was behind, at most.
        """
        sides = record.sides
        names = tuple(record.name(seats[0]) for seats in sides)
        counted = [0] * len(sides)
        side_of = {seat: side for side, seats in enumerate(sides) for seat in seats}
        bars = [self.bars[record.name(seat)] for seat in range(len(record.seats))]
        for move in record.moves:
            bars[move.seat][bisect_left(BARS, move.us)] += 1
            if move.fault:
                counted[side_of[move.seat]] += 1
        game = GameDigest(
            record.id,
            number,
            record.fixture.deal if record.fixture else 0,
            names,
            tuple(record.ranks),
            tuple(sum(record.scores[seat] for seat in seats) for seats in sides),
            tuple(counted),
            float(comeback),
        )
        self.games.add(match, game)
        self.sides = max(self.sides, len(sides))
        self._hold(game)
        by_name: dict[str, Faulty] = {}
        for fault in record.faults:
            name = record.name(fault.seat)
            first = by_name.setdefault(
                name, Faulty(record.id, game.number, match, fault.ply, Counter())
            )
            first.verdicts[fault.verdict] += 1
        for name, faults in by_name.items():
            insort(self.faulty[name], faults, key=_number)
            del self.faulty[name][MOST_FAULTY:]

    def _hold(self, game: GameDigest) -> None:
        for side, name in enumerate(game.names):
            for other, opponent in enumerate(game.names):
                if other == side:
                    continue
                by_side = self.held.setdefault(name, {}).setdefault(opponent, {})
                held = by_side.setdefault(side, SideResults())
                held.games += 1
                held.credit += pair_credit(game.ranks[side], game.ranks[other])
                held.margin += game.scores[side] - game.scores[other]
