"""Axes: from values to places in a drawing, with round numbers along them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import floor, isfinite, log10

from arena.pages.report.model import Cell

STEPS = (1, 2, 2.5, 5, 10)


@dataclass(frozen=True)
class Scale:
    """The values from `low` to `high` lie between two places."""

    low: float
    high: float
    start: float  # the place of `low`
    end: float
    ticks: tuple[float, ...]

    def at(self, value: float) -> float:
        part = (value - self.low) / (self.high - self.low)
        return self.start + (self.end - self.start) * min(1.0, max(0.0, part))


def scale(
    values: Iterable[float], start: float, end: float, zero: bool = False, most: int = 6
) -> Scale:
    """An axis for these values with at most `most` ticks. With `zero` it includes zero."""
    seen = [value for value in values if isfinite(value)] or [0.0, 1.0]
    low, high = min(seen), max(seen)
    if zero:
        low, high = min(low, 0.0), max(high, 0.0)
    if low == high:
        low, high = (0.0, high) if zero and high else (low - 0.5, high + 0.5)
    step = _step(high - low, most)
    first, last = floor(low / step + 1e-9), -floor(-high / step + 1e-9)
    return Scale(
        first * step, last * step, start, end,
        tuple(_round(step * i, step) for i in range(first, last + 1)),
    )  # fmt: skip


def count_scale(values: Sequence[float], start: float, end: float, most: int = 7) -> Scale:
    """An axis from the first to the last value, for counts such as tricks or players."""
    seen = sorted({value for value in values if isfinite(value)}) or [0.0, 1.0]
    low, high = seen[0], seen[-1]
    if low == high:
        return Scale(low - 0.5, high + 0.5, start, end, (low,))
    step = _step(high - low, most)
    if all(value == int(value) for value in seen):
        step = max(1.0, float(int(step + 0.999)))
    if step == 1.0:
        ticks = tuple(low + i for i in range(int(high - low) + 1))
    else:
        first, last = -floor(-low / step + 1e-9), floor(high / step + 1e-9)
        ticks = tuple(_round(step * i, step) for i in range(first, last + 1))
    return Scale(low, high, start, end, ticks)


def number_text(value: float) -> str:
    """A single number with a readable number of digits."""
    return column_texts([value])[0]


def column_texts(cells: Sequence[Cell]) -> list[str]:
    """The cells of a column. The largest number decides how many decimals all have."""
    floats = [cell for cell in cells if isinstance(cell, float) and isfinite(cell)]
    largest = max(map(abs, floats), default=0.0)
    digits = 3 if largest < 10 else 2 if largest < 100 else 1 if largest < 1000 else 0
    if 0 < largest < 0.001:
        digits = 2 - floor(log10(largest))
    return [_cell_text(cell, digits) for cell in cells]


def _cell_text(cell: Cell, digits: int) -> str:
    if isinstance(cell, str):
        return cell
    if not isfinite(cell):
        return "\u2013"
    text = f"{cell:,}" if isinstance(cell, int) else f"{round(cell, digits) + 0.0:,.{digits}f}"
    return text.replace("-", "\u2212")


def tick(value: float) -> str:
    """The number beside a tick, with no more digits than it needs."""
    text = f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.6g}"
    return text.replace("-", "\u2212")


def _step(reach: float, most: int) -> float:
    size = 10.0 ** floor(log10(reach / most))
    return next((step * size for step in STEPS if reach / (step * size) <= most), 10 * size)


def _round(value: float, step: float) -> float:
    return round(value, max(0, 2 - floor(log10(step)))) + 0.0
