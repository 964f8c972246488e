"""Round robin: all entrants meet all others, on the same deals.

With two sides that is every pair. With three or more it is every group that fills a table. Their
number (`groups`) grows fast, so a competition may have at most `MOST_GROUPS`.
"""

from collections.abc import Iterator
from itertools import combinations
from math import comb

from arena.schedule.match import Match, Schedule

MOST_GROUPS = 2000  # of three or more


def groups(entrants: int, sides: int) -> int:
    """The number of matches."""
    if entrants < 2:
        return 0
    return comb(entrants, min(sides, entrants))


def round_robin(entrants: int, sides: int, games: int) -> Schedule:
    """All matches at once, in an order in which all entrants play early."""
    if entrants < 2:
        return
    if sides == 2:
        yield [
            Match(f"round {number}", pair, 0, games)
            for number, pairs in enumerate(rounds(entrants), start=1)
            for pair in pairs
        ]
    else:
        yield [
            Match(f"table {number}", group, 0, games, sides)
            for number, group in enumerate(_tables(entrants, sides), start=1)
        ]


def rounds(entrants: int) -> Iterator[list[tuple[int, int]]]:
    """Every pair once, in rounds in which no entrant plays twice: the circle method.

    All but one stand on a circle and move on by one place each round; those opposite each other
    meet. With an odd number one place is empty, and the entrant opposite it rests.
    """
    places = entrants + entrants % 2
    for turn in range(places - 1):
        circle = [0, *((place + turn) % (places - 1) + 1 for place in range(places - 1))]
        opposite = zip(circle[: places // 2], reversed(circle), strict=False)
        yield [(min(pair), max(pair)) for pair in opposite if entrants not in pair]


def _tables(entrants: int, sides: int) -> Iterator[tuple[int, ...]]:
    """Every group that fills a table; of fewer entrants, all together."""
    # After each group come those of the same spacing further round the circle of entrants, so that
    # no entrant waits until all tables of the first one are played.
    yield from dict.fromkeys(
        tuple(sorted((one + turn) % entrants for one in group))
        for group in combinations(range(entrants), min(sides, entrants))
        for turn in range(entrants)
    )
