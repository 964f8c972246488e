"""A report as plain data. `write.py` and `plots.py` draw it."""

from dataclasses import dataclass, field

Cell = str | int | float


@dataclass(frozen=True)
class ReportTable:
    name: str  # of its CSV file, without the ending
    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True)
class Series:
    label: str
    points: tuple[tuple[float, float], ...]  # x, y
    low: tuple[float, ...] = ()  # with `high`: the interval of each y; empty without intervals
    high: tuple[float, ...] = ()


@dataclass(frozen=True)
class Lines:
    caption: str
    x: str  # what the axis counts
    y: str
    series: tuple[Series, ...]
    zero: bool = False  # does the axis of y begin at zero?


@dataclass(frozen=True)
class Bar:
    label: str
    value: float
    low: float | None = None  # with `high`: the interval
    high: float | None = None
    reference: float | None = None  # a value to compare with, drawn as a tick


@dataclass(frozen=True)
class Bars:
    caption: str
    y: str  # the quantity
    bars: tuple[Bar, ...]


@dataclass(frozen=True)
class Multiples:
    """Small plots side by side, all with the same axes."""

    caption: str
    plots: tuple[Lines, ...]


Part = ReportTable | Lines | Bars | Multiples


@dataclass(frozen=True)
class Section:
    title: str
    text: tuple[str, ...] = ()  # paragraphs
    parts: tuple[Part, ...] = ()


@dataclass(frozen=True)
class Report:
    title: str
    answer: tuple[str, ...]  # the result in a few sentences
    sections: tuple[Section, ...] = ()
    conditions: tuple[tuple[str, str], ...] = field(default=())  # settings and machine
