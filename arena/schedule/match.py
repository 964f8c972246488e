"""A match: its entrants, its deals and its score. Schedules are made of these.

A schedule is a generator. It yields the matches that can be played now, is sent their scores in
the same order, and ends when nothing is left to play. It plays nothing and stores nothing: if it is
sent the same scores again, it yields the same matches.
"""

from collections.abc import Generator, Iterator
from typing import NamedTuple

from arena.schedule.fixtures import Fixture, around, match


class Match(NamedTuple):
    """Two or more entrants that meet. Entrants are numbered by seed, from 0."""

    label: str  # its name for people: "final", "round 3"
    entrants: tuple[int, ...]
    first: int  # the number of its first deal
    games: int
    sides: int = 0  # of the game, if the entrants are fewer and each holds several sides

    def fixtures(self) -> Iterator[Fixture]:
        """Its games: each deal in every seating, so that the luck of the cards cancels."""
        return match(self.entrants, self.sides or len(self.entrants), self.games, self.first)

    @property
    def deals(self) -> int:
        """The number of its deals."""
        return -(-self.games // len(self.around()))

    def around(self) -> list[tuple[int, ...]]:
        """The entrant on each side, game after game on one deal."""
        return around(self.entrants, self.sides or len(self.entrants))


class MatchScore(NamedTuple):
    """The score of a match, for each of its entrants."""

    credit: tuple[float, ...]  # a win is 1; entrants that tie for the first place share it
    # Points more than the average of all sides at the table, over all games: `lead / sides`. The
    # `margin` in the standings compares a side with the average of the other sides. So it is sides
    # / (sides - 1) times this number. Both give the same order.
    surplus: tuple[float, ...]


Schedule = Generator[list[Match], list[MatchScore], None]
