"""A match: who meets, on which deals, and what came of it. Schedules are made of these.

A schedule is a generator. It yields the matches that can be played now, is sent their scores in
the same order, and ends when nothing is left to play. It plays nothing and keeps nothing: sent the
same scores again it goes on where it was.
"""

from collections.abc import Generator, Iterator
from itertools import permutations
from typing import NamedTuple

from arena.schedule.fixtures import Fixture


class Match(NamedTuple):
    """Two entrants or more who meet. They are numbered in the order in which they came."""

    label: str  # what people call it: "final", "round 3"
    entrants: tuple[int, ...]
    first: int  # the number of its first deal
    games: int
    sides: int = 0  # of the game, where the entrants are fewer and hold them in turn

    def fixtures(self) -> Iterator[Fixture]:
        """Its games: each deal in every seating, so that the luck of the cards is everybody's."""
        around = self.around()
        for game in range(self.games):
            deal, turn = divmod(game, len(around))
            yield Fixture(self.first + deal, around[turn])

    @property
    def deals(self) -> int:
        """How many deals it takes."""
        return -(-self.games // len(self.around()))

    def around(self) -> list[tuple[int, ...]]:
        """Who holds which side, game after game on one deal. No two of them are the same."""
        # Everybody moves up one place before the order changes: after as many games as there are
        # entrants, each of them has held as much of the table as any other.
        held = len(self.entrants)
        return list(
            dict.fromkeys(
                tuple(self.entrants[(place + turn) % held] for place in order)
                for order in seatings(self.sides or held)
                for turn in range(held)
            )
        )


class Score(NamedTuple):
    """What came of a match, for each of its entrants."""

    credit: tuple[float, ...]  # a win is 1, and those who tie for it share it
    margin: tuple[float, ...]  # points more than the average at the table, over all games


Schedule = Generator[list[Match], list[Score], None]


def seatings(sides: int) -> list[tuple[int, ...]]:
    """Who sits where on a deal, game after game: all orders of two or three, rotations of more."""
    if sides <= 3:
        return list(permutations(range(sides)))
    return [tuple((i + turn) % sides for i in range(sides)) for turn in range(sides)]
