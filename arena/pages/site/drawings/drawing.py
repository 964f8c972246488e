"""The coordinates of small SVG drawings in the templates: intervals, lines, bars.

Coordinates are attributes and not styles, so that the policy of the pages can forbid all styles
outside of the site's own file.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

WIDE, HIGH = 96, 22  # a line in a cell of a table
CHART, TALL = 640, 140  # the width and height of a chart


class Span(NamedTuple):
    """An interval on a scale of 100, with the most likely value."""

    left: str
    width: str
    middle: str
    fair: str  # the fair share


class ShareBar(NamedTuple):
    x: str
    y: str
    width: str
    height: str
    kind: str  # the CSS class that gives the colour
    title: str


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
    """An interval on the axis from start to end; None without an interval."""
    if low is None or high is None or end <= start:
        return None

    def place(value: float) -> float:
        return 100 * min(1.0, max(0.0, (value - start) / (end - start)))

    left, right = place(low), place(high)
    return Span(xy(left), xy(max(1, right - left)), xy(place(middle)), xy(place(fair)))


def spark(values: Sequence[float]) -> str:
    """The points of a line of shares, from left to right. Empty if there are too few."""
    if len(values) < 3:
        return ""
    step = WIDE / (len(values) - 1)
    return " ".join(f"{xy(step * i)},{height(value)}" for i, value in enumerate(values))


def height(share: float) -> str:
    """The y coordinate of a share in a cell of a table."""
    return xy(1 + (HIGH - 2) * (1 - min(1.0, max(0.0, share))))


def thin(values: Sequence[float], most: int) -> list[float]:
    """At most `most` values: the means of neighbours."""
    if len(values) <= most:
        return list(values)
    edges = [round(i * len(values) / most) for i in range(most + 1)]
    return [sum(values[start:end]) / (end - start) for start, end in pairwise(edges)]
