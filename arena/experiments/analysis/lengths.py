"""The length of games: a plot of how often each length occurs, and its table.

The lengths are computed from the number of games with a first choice, a second choice, and so on.
"""

from collections.abc import Sequence
from itertools import pairwise

from arena.experiments.analysis.results import VariantResult
from arena.pages.report.model import Lines, ReportTable, Section, Series
from arena.standings.interval import wilson

WIDTHS = (1, 2, 5)  # lengths in one point of the plot; or 10, 20, 50, and so on
POINTS = 24  # the most points that a plot has room for


def section(results: Sequence[VariantResult]) -> Section:
    every = [lengths(one) for one in results]
    seen = [length for one in every for length, games in enumerate(one) if games]
    width = width_for(max(seen) - min(seen) + 1)
    text = "The number of choices in a game, if everybody plays at random."
    if width > 1:
        text += f" Each point counts {width} lengths together."
    rows = tuple(
        (one.variant.players, first, first + width - 1, games, share, *wilson(share, one.games))
        for one, lasted in zip(results, every, strict=True)
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
                    for one, lasted in zip(results, every, strict=True)
                ),
                zero=True,
            ),
            ReportTable(
                "length", "How many games have each length",
                ("players", "choices", "up to", "games", "share", "from", "to"), rows,
            ),
        ),
    )  # fmt: skip


def lengths(result: VariantResult) -> list[int]:
    """The number of random games with no choice, with one, with two, and so on."""
    reached = [result.games, *(tally.count for tally in result.by_choice), 0]
    return [here - further for here, further in pairwise(reached)]


def width_for(reach: int) -> int:
    """The number of lengths in one point, so that `reach` lengths give at most POINTS points."""
    ten = 1
    while True:
        for width in WIDTHS:
            if reach <= width * ten * POINTS:
                return width * ten
        ten *= 10


def groups(lasted: Sequence[int], width: int) -> list[tuple[int, int, float]]:
    """The groups of lengths from the shortest: first length, number of games, share of games."""
    seen = [length for length, games in enumerate(lasted) if games]
    shares = []
    for start in range(seen[0] // width * width, seen[-1] + 1, width):
        games = sum(lasted[start : start + width])
        shares.append((start, games, games / sum(lasted)))
    return shares


def series(label: str, games: int, lasted: Sequence[int], width: int) -> Series:
    """The shares, each in the middle of its group.

    At both ends the curve goes down to zero. So games of equal length show as a peak, and not as a
    single point.
    """
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
