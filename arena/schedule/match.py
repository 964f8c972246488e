"""A match: who meets, on which deals, and what came of it. Schedules are made of these.

A schedule is a generator. It yields the matches that can be played now, is sent their scores in
the same order, and ends when nothing is left to play. It plays nothing and keeps nothing: sent the
same scores again it goes on where it was.
"""

from collections.abc import Generator, Iterator
from typing import NamedTuple

from arena.schedule.fixtures import Fixture, around, match


class Match(NamedTuple):
    """Two entrants or more who meet. They are numbered in the order in which they came."""

    label: str  # what people call it: "final", "round 3"
    entrants: tuple[int, ...]
    first: int  # the number of its first deal
    games: int
    sides: int = 0  # of the game, where the entrants are fewer and hold them in turn

    def fixtures(self) -> Iterator[Fixture]:
        """Its games: each deal in every seating, so that the luck of the cards is everybody's."""
        return match(self.entrants, self.sides or len(self.entrants), self.games, self.first)

    @property
    def deals(self) -> int:
        """How many deals it takes."""
        return -(-self.games // len(self.around()))

    def around(self) -> list[tuple[int, ...]]:
        """Who holds which side, game after game on one deal."""
        return around(self.entrants, self.sides or len(self.entrants))


class MatchScore(NamedTuple):
    """What came of a match, for each of its entrants."""

    credit: tuple[float, ...]  # a win is 1, and those who tie for it share it
    margin: tuple[float, ...]  # points more than the average at the table, over all games


Schedule = Generator[list[Match], list[MatchScore], None]
