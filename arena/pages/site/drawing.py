"""Small drawings as coordinates, for SVG in the templates: intervals, lines, bars.

Coordinates are attributes and not styles, so that the pages can forbid every style that is not in
the site's own file.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

WIDE, HIGH = 96, 22  # of a line in a cell of a table
CHART, TALL = 640, 140  # of a chart on its own


class Span(NamedTuple):
    """An interval on a field of 100, with what is most likely."""

    left: str
    width: str
    middle: str
    fair: str  # what would be nobody's advantage


class ShareBar(NamedTuple):
    x: str
    y: str
    width: str
    height: str
    kind: str  # what its colour says
    title: str


class Trend(NamedTuple):
    """A line that goes up and down about zero."""

    points: str
    zero: str
    top: float  # the value at the upper edge
    bottom: float


def xy(value: float) -> str:
    return f"{round(value, 1):g}"


def span(
    low: float | None,
    middle: float,
    high: float | None,
    start: float = 0,
    end: float = 1,
    *,
    fair: float = 0.5,
) -> Span | None:
    """An interval on the axis from start to end; None where there is none."""
    if low is None or high is None or end <= start:
        return None

    def place(value: float) -> float:
        return 100 * min(1.0, max(0.0, (value - start) / (end - start)))

    left, right = place(low), place(high)
    return Span(xy(left), xy(max(1, right - left)), xy(place(middle)), xy(place(fair)))


def spark(values: Sequence[float]) -> str:
    """The points of a line of shares, from the left to the right; nothing for too few of them."""
    if len(values) < 3:
        return ""
    step = WIDE / (len(values) - 1)
    return " ".join(f"{xy(step * i)},{height(value)}" for i, value in enumerate(values))


def height(share: float) -> str:
    """How high a share lies in a cell of a table."""
    return xy(1 + (HIGH - 2) * (1 - share))


def thinned(values: Sequence[float], most: int) -> list[float]:
    """At most so many values: means of neighbours."""
    if len(values) <= most:
        return list(values)
    edges = [round(i * len(values) / most) for i in range(most + 1)]
    return [sum(values[start:end]) / (end - start) for start, end in pairwise(edges)]


def trend(values: Sequence[float]) -> Trend | None:
    """The running total of these values, from zero; None for too few of them."""
    if len(values) < 3:
        return None
    totals = [0.0]
    for value in values:
        totals.append(totals[-1] + value)
    top, bottom = max(totals), min(totals)
    reach = (top - bottom) or 1.0
    step = CHART / (len(totals) - 1)

    def height(value: float) -> float:
        return 6 + (TALL - 12) * (top - value) / reach

    points = " ".join(f"{xy(step * i)},{xy(height(total))}" for i, total in enumerate(totals))
    return Trend(points, xy(height(0)), top, bottom)
