"""Who plays whom, on which deal: pure iterators that play nothing.

Every deal is played in all rotations, so that each bot has held each side's cards; and the same
deals are used for all pairings.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple


class Fixture(NamedTuple):
    deal: int  # the number of the deal
    sides: tuple[int, ...]  # which bot plays which side


def match(bots: Sequence[int], sides: int, games: int) -> Iterator[Fixture]:
    """`games` games between these bots. Fewer bots than sides take turns around the table."""
    around = [bots[i % len(bots)] for i in range(sides)]
    for game in range(games):
        deal, turn = divmod(game, sides)
        yield Fixture(deal, (*around[-turn:], *around[:-turn]) if turn else tuple(around))


def all_pairs(bots: int, sides: int, games: int) -> Iterator[Fixture]:
    """A match between any two of the bots."""
    for pair in combinations(range(bots), 2):
        yield from match(pair, sides, games)
