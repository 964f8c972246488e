"""Shows progress: a bar in a terminal, otherwise a line every 20 seconds."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import TYPE_CHECKING, Protocol

import click

if TYPE_CHECKING:  # rich is slow to load
    from rich.progress import Progress

INTERVAL = 20.0  # seconds between two lines


class ProgressBar(Protocol):
    def begin(self, name: str, total: int, done: int = 0) -> None:
        """Show a new part of the work."""
        ...

    def advance(self, count: int = 1) -> None:
        """Add this many finished units."""
        ...

    def say(self, text: str) -> None:
        """Print this on the standard output, above the bar."""
        ...


@contextmanager
def progress_bar(
    name: str = "", total: int = 0, unit: str = "games", *, quiet: bool = False, lines: bool = False
) -> Iterator[ProgressBar]:
    """A bar on the error stream. With `lines`, it prints lines if that is not a terminal."""
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
        TextColumn("{task.fields[rate]},"), TimeRemainingColumn(), TextColumn("to go"),
    )  # fmt: skip
    with Progress(*columns, console=Console(stderr=True), transient=True) as shown:
        yield _Bar(shown, name, total, unit)


def time_span(seconds: float) -> str:
    """A waiting time, as text."""
    if seconds < 90:
        return f"{seconds:.0f} s" if seconds >= 2 else f"{seconds:.1f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 90 else f"{minutes / 60:.1f} h"


def rate_text(done: int, seconds: float, unit: str = "games") -> str:
    """How fast the work goes: "12 a second", or "2.5 s a game" if it is less than one a second."""
    if done < seconds:
        return f"{time_span(seconds / max(done, 1))} a {unit.removesuffix('s')}"
    return f"{done / max(seconds, 0.001):.0f} a second"


def count_text(number: int, unit: str) -> str:
    """A number of things: "1 game", "1,200 games"."""
    return f"{number:,} {unit.removesuffix('s') if number == 1 else unit}"


class _Nothing:
    def begin(self, name: str, total: int, done: int = 0) -> None:
        pass

    def advance(self, count: int = 1) -> None:
        pass

    def say(self, text: str) -> None:
        click.echo(text)


class _Bar:
    def __init__(self, shown: "Progress", name: str, total: int, unit: str) -> None:
        self._shown = shown
        self._unit = unit
        self._task = shown.add_task(name, total=total or None, rate="?")
        self._started = perf_counter()
        self._done = 0

    def begin(self, name: str, total: int, done: int = 0) -> None:
        self._shown.update(self._task, description=name, total=total, completed=done)

    def advance(self, count: int = 1) -> None:
        self._done += count
        rate = rate_text(self._done, perf_counter() - self._started, self._unit)
        self._shown.update(self._task, advance=count, rate=rate)

    def say(self, text: str) -> None:
        self._shown.stop()  # it removes the bar, which is drawn again below the text
        click.echo(text)
        self._shown.start()


class _PlainProgress(_Nothing):
    def __init__(self, name: str, unit: str) -> None:
        self._name = name
        self._unit = unit
        self._started = self._last_line = perf_counter()
        self._missing = self._done = 0

    def begin(self, name: str, total: int, done: int = 0) -> None:
        self._name = name or self._name
        self._missing = total - done

    def advance(self, count: int = 1) -> None:
        self._missing -= count
        self._done += count
        now = perf_counter()
        if now - self._last_line > INTERVAL and self._done:
            self._last_line = now
            took = now - self._started
            rate = rate_text(self._done, took, self._unit)
            done = count_text(self._done, self._unit)
            missing = count_text(self._missing, self._unit)
            left = f"{missing} to go, {time_span(self._missing * took / self._done)}"
            click.echo(f"{self._name}: {done} done, {rate}, {left}", err=True)
