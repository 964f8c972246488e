"""Plots as coordinates, for SVG in the template: lines with intervals, and bars.

Dashes and marks distinguish the lines without colour, and the numbers stand below each plot for
readers who cannot see it. Text is placed for a drawing 360 wide: that is a phone's width.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from math import isfinite
from typing import NamedTuple

from arena.pages.report.model import Bars, Cell, Lines, Series
from arena.pages.report.scales import Scale, count_scale, number_text, scale, tick
from arena.pages.site.drawings.drawing import xy

KINDS = 8  # different colours, dashes and marks
MANY = 30  # a series with more points is a line and a band, without marks
WIDE, HIGH = 360, 236
LEFT, RIGHT, TOP, BOTTOM = 46, 12, 10, 38
NAME, DIGIT = 22, 6.2  # pixels for the name of the vertical axis, and for each digit of its numbers
ROW = 34  # the height of a bar with its label above it


class Tick(NamedTuple):
    at: str
    text: str


class Mark(NamedTuple):
    path: str
    kind: int
    title: str


@dataclass(frozen=True)
class Curve:
    kind: int
    label: str
    points: str
    band: str  # the interval around many points, or an empty path
    whiskers: tuple[str, ...]  # the intervals of few points
    marks: tuple[Mark, ...]
    sample: Mark  # for the legend


@dataclass(frozen=True)
class Drawing:
    """Lines on two axes."""

    wide: int
    high: int
    left: int
    right: str
    bottom: str
    top: int
    x_ticks: tuple[Tick, ...]
    y_ticks: tuple[Tick, ...]
    x: str
    y: str
    x_middle: str
    y_middle: str
    curves: tuple[Curve, ...]
    caption: str
    text: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


class Beam(NamedTuple):
    label: str
    label_y: str
    x: str
    y: str
    width: str
    middle: str
    whisker: str
    reference: str
    value: str
    value_x: str


@dataclass(frozen=True)
class BarDrawing:
    wide: int
    high: int
    bottom: str
    zero: str
    ticks: tuple[Tick, ...]
    y: str
    beams: tuple[Beam, ...]
    caption: str
    text: str
    referred: bool
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


def axes(plots: Sequence[Lines]) -> tuple[Scale, Scale]:
    """The common axes of these plots."""
    every = [series for plot in plots for series in plot.series]
    xs = [x for series in every for x, _ in series.points]
    ys = [y for series in every for _, y in series.points]
    ys += [y for series in every for y in (*series.low, *series.high)]
    up = scale(ys, HIGH - BOTTOM, TOP, zero=any(plot.zero for plot in plots))
    across = count_scale(xs, left_of(up) + 7, WIDE - RIGHT - 4)
    return across, up


def left_of(up: Scale) -> int:
    """The place of the vertical axis. Its name and its longest number have room on the left."""
    longest = max([len(tick(value)) for value in up.ticks])
    return max(LEFT, round(NAME + DIGIT * longest))


def drawing(plot: Lines, shared: tuple[Scale, Scale] | None = None) -> Drawing:
    """The coordinates of a plot. Without `shared` axes it gets its own."""
    across, up = shared or axes([plot])
    columns, rows = numbers(plot)
    left = left_of(up)
    return Drawing(
        WIDE,
        HIGH,
        left,
        xy(WIDE - RIGHT),
        xy(HIGH - BOTTOM),
        TOP,
        tuple(Tick(xy(across.at(value)), tick(value)) for value in across.ticks),
        tuple(Tick(xy(up.at(value)), tick(value)) for value in up.ticks),
        plot.x,
        plot.y,
        xy((left + WIDE - RIGHT) / 2),
        xy((TOP + HIGH - BOTTOM) / 2),
        tuple(
            _curve(number % KINDS, series, across, up) for number, series in enumerate(plot.series)
        ),
        plot.caption,
        plot_description(plot),
        columns,
        rows,
    )


def _curve(kind: int, series: Series, across: Scale, up: Scale) -> Curve:
    few = len(series.points) <= MANY
    places, whiskers, marks, upper, lower = [], [], [], [], []
    ends = zip_longest(series.points, series.low, series.high)
    for point, low, high in ends:
        if point is None or not (isfinite(point[0]) and isfinite(point[1])):
            continue
        x, y = xy(across.at(point[0])), xy(up.at(point[1]))
        places.append(f"{x},{y}")
        if low is not None and high is not None and isfinite(low) and isfinite(high):
            bottom, top = xy(up.at(low)), xy(up.at(high))
            lower.append(f"{x},{bottom}")
            upper.append(f"{x},{top}")
            whiskers.append(f"M{x} {bottom}V{top}")
        if few:
            title = f"{series.label}: {tick(point[0])}, {number_text(point[1])}"
            marks.append(Mark(mark(kind, float(x), float(y)), kind, title))
    band = "" if few else " ".join(upper + lower[::-1])
    return Curve(
        kind, series.label, " ".join(places), band, tuple(whiskers if few else ()), tuple(marks),
        Mark(mark(kind, 15, 6), kind, ""),
    )  # fmt: skip


def mark(kind: int, x: float, y: float, r: float = 3.4) -> str:
    """The path of a mark around a point. Its shape distinguishes series without colour."""
    w, h = xy(x), xy(y)
    shapes = (
        f"M{xy(x - r)} {h}a{r} {r} 0 1 0 {2 * r} 0a{r} {r} 0 1 0 {-2 * r} 0z",  # circle
        f"M{xy(x - r)} {xy(y - r)}h{2 * r}v{2 * r}h{-2 * r}z",  # square
        f"M{w} {xy(y - r - 1)}L{xy(x + r + 0.6)} {xy(y + r)}H{xy(x - r - 0.6)}z",  # triangle
        f"M{w} {xy(y - r - 1.2)}L{xy(x + r + 1.2)} {h}L{w} {xy(y + r + 1.2)}"
        f"L{xy(x - r - 1.2)} {h}z",  # diamond
        f"M{w} {xy(y + r + 1)}L{xy(x + r + 0.6)} {xy(y - r)}H{xy(x - r - 0.6)}z",  # on its tip
        f"M{xy(x - r)} {xy(y - 1.2)}h{2 * r}v2.4h{-2 * r}z",  # a dash
        f"M{xy(x - 1.2)} {xy(y - r)}h2.4v{2 * r}h-2.4z",  # a pole
        f"M{xy(x - r)} {xy(y - r)}L{xy(x + r)} {xy(y + r)}V{xy(y - r)}L{xy(x - r)} {xy(y + r)}z",
    )
    return shapes[kind % KINDS]


def numbers(plot: Lines) -> tuple[tuple[str, ...], tuple[tuple[Cell, ...], ...]]:
    """The plot as a table."""
    ranged = any(series.low for series in plot.series)
    columns = ("", plot.x, plot.y, *(("from", "to") if ranged else ()))
    rows = []
    for series in plot.series:
        for i, (x, y) in enumerate(series.points):
            ends = (series.low[i], series.high[i]) if series.low else (float("nan"),) * 2
            rows.append((series.label, x, y, *(ends if ranged else ())))
    return columns, tuple(rows)


def plot_description(plot: Lines) -> str:
    """The plot in words."""
    sentences = [f"{plot.caption}. {plot.y} by {plot.x}."]
    for series in plot.series:
        if series.points:
            (x, y), (end, last) = series.points[0], series.points[-1]
            sentences.append(
                f"{series.label}: {number_text(y)} at {tick(x)}, "
                f"{number_text(last)} at {tick(end)}, "
                f"at most {number_text(max(value for _, value in series.points))}."
            )
    return " ".join(sentences)


def bar_drawing(plot: Bars) -> BarDrawing:
    """Horizontal bars, each with its label above it."""
    values = [
        value
        for bar in plot.bars
        for value in (bar.value, bar.low, bar.high, bar.reference)
        if value is not None
    ]
    across = scale(values, 14, WIDE - 50, zero=True)
    beams = []
    for number, bar in enumerate(plot.bars):
        y = TOP + ROW * number
        left, right = sorted((across.at(0), across.at(bar.value)))
        far = max(right, across.at(bar.high if bar.high is not None else bar.value))
        whisker = ""
        if bar.low is not None and bar.high is not None:
            whisker = (
                f"M{xy(across.at(bar.low))} {xy(y + 21)}H{xy(across.at(bar.high))}"
                f"M{xy(across.at(bar.low))} {xy(y + 18)}v6M{xy(across.at(bar.high))} {xy(y + 18)}v6"
            )
        reference = ""
        if bar.reference is not None:
            reference = f"M{xy(across.at(bar.reference))} {xy(y + 12.5)}v17"
        beams.append(
            Beam(
                bar.label, xy(y + 10), xy(left), xy(y + 15), xy(max(0.5, right - left)),
                xy(y + 25), whisker, reference, number_text(bar.value), xy(far + 5),
            )
        )  # fmt: skip
    bottom = TOP + ROW * len(plot.bars)
    ranged = any(bar.low is not None for bar in plot.bars)
    referred = any(bar.reference is not None for bar in plot.bars)
    none = float("nan")
    rows = tuple(
        (
            bar.label, bar.value,
            *((none if bar.low is None else bar.low, none if bar.high is None else bar.high)
              if ranged else ()),
            *((none if bar.reference is None else bar.reference,) if referred else ()),
        )
        for bar in plot.bars
    )  # fmt: skip
    return BarDrawing(
        WIDE,
        bottom + 36,
        xy(bottom + 2),
        xy(across.at(0)),
        tuple(Tick(xy(across.at(value)), tick(value)) for value in across.ticks),
        plot.y,
        tuple(beams),
        plot.caption,
        f"{plot.caption}. {plot.y}: "
        + ", ".join(f"{bar.label} {number_text(bar.value)}" for bar in plot.bars)
        + ".",
        referred,
        ("", plot.y, *(("from", "to") if ranged else ()), *(("reference",) if referred else ())),
        rows,
    )
