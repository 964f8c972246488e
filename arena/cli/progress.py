"""Shows progress: a bar in a terminal, otherwise a line every 20 seconds."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import TYPE_CHECKING, Protocol

import click

if TYPE_CHECKING:  # it takes time to load
    from rich.progress import Progress

NOW_AND_THEN = 20.0  # seconds between two lines


class ProgressBar(Protocol):
    def begin(self, name: str, total: int, done: int = 0) -> None:
        """Show a new part of the work."""
        ...

    def advance(self, count: int = 1) -> None:
        """Add this many finished units."""
        ...


@contextmanager
def progress_bar(
    name: str = "", total: int = 0, unit: str = "games", *, quiet: bool = False, lines: bool = False
) -> Iterator[ProgressBar]:
    """A bar on the error stream. If that is not a terminal, `lines` prints lines instead."""
    if quiet or not sys.stderr.isatty():
        yield _PlainProgress(name, unit) if lines and not quiet else _Nothing()
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn(f"{unit},"),
        TextColumn("{task.fields[rate]} a second,"), TimeRemainingColumn(), TextColumn("to go"),
    )  # fmt: skip
    with Progress(*columns, console=Console(stderr=True), transient=True) as shown:
        yield _Bar(shown, name, total)


def time_span(seconds: float) -> str:
    """A waiting time, as text."""
    if seconds < 90:
        return f"{seconds:.0f} s" if seconds >= 2 else f"{seconds:.1f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 90 else f"{minutes / 60:.1f} h"


def count_text(number: int, unit: str) -> str:
    """A number of things: "1 game", "1,200 games"."""
    return f"{number:,} {unit.removesuffix('s') if number == 1 else unit}"


class _Nothing:
    def begin(self, name: str, total: int, done: int = 0) -> None:
        pass

    def advance(self, count: int = 1) -> None:
        pass


class _Bar:
    def __init__(self, shown: "Progress", name: str, total: int) -> None:
        self._shown = shown
        self._task = shown.add_task(name, total=total or None, rate="?")
        self._started = perf_counter()
        self._done = 0

    def begin(self, name: str, total: int, done: int = 0) -> None:
        self._shown.update(self._task, description=name, total=total, completed=done)

    def advance(self, count: int = 1) -> None:
        self._done += count
        rate = self._done / max(perf_counter() - self._started, 0.001)
        self._shown.update(self._task, advance=count, rate=f"{rate:.0f}")


class _PlainProgress:
    def __init__(self, name: str, unit: str) -> None:
        self._name = name
        self._unit = unit
        self._started = self._said = perf_counter()
        self._missing = self._done = 0

    def begin(self, name: str, total: int, done: int = 0) -> None:
        self._name = name or self._name
        self._missing = total - done

    def advance(self, count: int = 1) -> None:
        self._missing -= count
        self._done += count
        now = perf_counter()
        if now - self._said > NOW_AND_THEN and self._done:
            self._said = now
            rate = self._done / (now - self._started)
            done = count_text(self._done, self._unit)
            missing = count_text(self._missing, self._unit)
            left = f"{missing} to go, {time_span(self._missing / rate)}"
            click.echo(f"{self._name}: {done} played, {rate:.1f} a second, {left}", err=True)
