"""Which bots play on which deal: pure iterators that play nothing.

Every deal is played in several seatings, so that each bot holds the cards of each side once. All
pairings play the same deals.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from typing import NamedTuple


class Fixture(NamedTuple):
    deal: int  # the number of the deal
    sides: tuple[int, ...]  # which bot plays which side


def seatings(sides: int) -> list[tuple[int, ...]]:
    """The seatings of a deal, game after game: all orders of two or three, rotations of more."""
    if sides <= 3:
        return list(permutations(range(sides)))
    return [tuple((i + turn) % sides for i in range(sides)) for turn in range(sides)]


def around(bots: Sequence[int], sides: int) -> list[tuple[int, ...]]:
    """The bot on each side, game after game on one deal. No two games are the same.

    If there are fewer bots than sides, each bot holds several sides.
    """
    # All bots move up one place before the order changes. So after as many games as there are
    # bots, each has held every place equally often.
    held = len(bots)
    return list(
        dict.fromkeys(
            tuple(bots[(place + turn) % held] for place in order)
            for order in seatings(sides)
            for turn in range(held)
        )
    )


def match(bots: Sequence[int], sides: int, games: int, first: int = 0) -> Iterator[Fixture]:
    """`games` games between these bots, the deals numbered from `first`."""
    seated = around(bots, sides)
    for game in range(games):
        deal, turn = divmod(game, len(seated))
        yield Fixture(first + deal, seated[turn])


def all_pairs(bots: int, sides: int, games: int) -> Iterator[Fixture]:
    """A match between any two of the bots."""
    for pair in combinations(range(bots), 2):
        yield from match(pair, sides, games)
