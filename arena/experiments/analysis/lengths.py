"""How long games are: the plot of how often each length was seen, and its table.

Lengths are taken from how many games came to a first choice, a second, and so on.
"""

from collections.abc import Sequence
from itertools import pairwise

from arena.experiments.analysis.found import Found
from arena.pages.report.model import Lines, ReportTable, Section, Series
from arena.standings.interval import wilson

WIDTHS = (1, 2, 5)  # how many lengths go into one point, or ten times as many, and so on
POINTS = 24  # about as many as a plot has room for


def section(found: Sequence[Found]) -> Section:
    every = [lengths(one) for one in found]
    seen = [length for one in every for length, games in enumerate(one) if games]
    width = width_for(max(seen) - min(seen) + 1)
    text = "How many choices a game has until it is over, where everybody plays at random."
    if width > 1:
        text += f" Each point stands for {width} lengths together."
    rows = tuple(
        (one.variant.players, first, first + width - 1, games, share, *wilson(share, one.games))
        for one, lasted in zip(found, every, strict=True)
        for first, games, share in groups(lasted, width)
    )
    return Section(
        "How long is a game?",
        (text,),
        (
            Lines(
                "How long games are", "choices in the game", "share of games",
                tuple(
                    series(f"{one.variant.players} players", one.games, lasted, width)
                    for one, lasted in zip(found, every, strict=True)
                ),
                zero=True,
            ),
            ReportTable(
                "length", "How many games were how long",
                ("players", "choices", "up to", "games", "share", "from", "to"), rows,
            ),
        ),
    )  # fmt: skip


def lengths(found: Found) -> list[int]:
    """How many of the random games had no choice, one, two, ..."""
    reached = [found.games, *(tally.count for tally in found.by_choice), 0]
    return [here - further for here, further in pairwise(reached)]


def width_for(reach: int) -> int:
    """How many lengths go together, for a reach of so many: not too many points come of it."""
    ten = 1
    while True:
        for width in WIDTHS:
            if reach <= width * ten * POINTS:
                return width * ten
        ten *= 10


def groups(lasted: Sequence[int], width: int) -> list[tuple[int, int, float]]:
    """From the shortest games to the longest: first length of the group, its games, their share."""
    seen = [length for length, games in enumerate(lasted) if games]
    found = []
    for start in range(seen[0] // width * width, seen[-1] + 1, width):
        games = sum(lasted[start : start + width])
        found.append((start, games, games / sum(lasted)))
    return found


def series(label: str, games: int, lasted: Sequence[int], width: int) -> Series:
    """The shares, each in the middle of its group. At both ends the curve comes down to zero, so
    that games which are all equally long are seen as a peak, and not as a lonely point."""
    inner = groups(lasted, width)
    middle = (width - 1) / 2
    ends = [wilson(share, games) for _, _, share in inner]
    before = ((inner[0][0] - width + middle, 0.0),) if inner[0][0] else ()
    after = ((inner[-1][0] + width + middle, 0.0),)
    return Series(
        label,
        (*before, *((first + middle, share) for first, _, share in inner), *after),
        (*(0.0 for _ in before), *(low for low, _ in ends), 0.0),
        (*(0.0 for _ in before), *(high for _, high in ends), 0.0),
    )
