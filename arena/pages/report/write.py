"""Writes a report into a folder: `index.html` with everything inside, and the CSV files."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from arena.common.errors import ArenaError
from arena.pages.report.model import Bars, Cell, Lines, Multiples, Part, Report, ReportTable
from arena.pages.report.plots import BarDrawing, Drawing, axes, bar_drawing, drawing
from arena.pages.report.scales import column_texts
from arena.pages.site.render import STYLE, Pages
from arena.pages.words import Words
from arena.replay.files import make_folder, write_text
from arena.standings.table import rows_as_csv

NAME = re.compile(r"[a-z0-9][a-z0-9-]*")  # of a table, and so of a file


MANY = 20  # a table with more rows is folded up


class TextCell(NamedTuple):
    text: str
    number: bool


@dataclass(frozen=True)
class PartView:
    """A part of a section, ready for the template."""

    kind: str  # table, lines, bars, multiples
    caption: str
    columns: tuple[TextCell, ...] = ()
    rows: tuple[tuple[TextCell, ...], ...] = ()
    csv: str = ""
    folded: bool = False  # is it a long table that the reader must open?
    plot: Drawing | BarDrawing | None = None
    plots: tuple[Drawing, ...] = ()
    numbers: tuple["PartView", ...] = ()  # of each of the plots


@dataclass(frozen=True)
class Chapter:
    title: str
    text: tuple[str, ...]
    parts: tuple[PartView, ...]


def write(report: Report, folder: Path) -> Path:
    """Write the page, and a CSV file beside it for each table. Return the path of the page."""
    make_folder(folder)
    tables = [part for section in report.sections for part in section.parts
              if isinstance(part, ReportTable)]  # fmt: skip
    names = [table.name for table in tables]
    for name in names:
        if not NAME.fullmatch(name) or names.count(name) > 1:
            raise ArenaError(f"A report has a table {name!r}: this cannot be the name of a file.")
    for table in tables:
        write_text(folder / f"{table.name}.csv", rows_as_csv(table.columns, table.rows))
    write_text(folder / "index.html", page(report))
    return folder / "index.html"


def page(report: Report) -> str:
    """The report as HTML."""
    chapters = tuple(
        Chapter(section.title, section.text, tuple(map(_part_view, section.parts)))
        for section in report.sections
    )
    return Pages(Words("en"), report.title).alone(
        "report.html", report.title, styles=(STYLE, "report.css"), report=report, chapters=chapters
    )


def _part_view(part: Part) -> PartView:
    match part:
        case ReportTable():
            columns, rows = _cells(part.columns, part.rows)
            folded = len(rows) > MANY
            return PartView("table", part.caption, columns, rows, f"{part.name}.csv", folded)
        case Multiples():
            shared = axes(part.plots)
            plots = tuple(drawing(plot, shared) for plot in part.plots)
            below = tuple(_with_numbers("lines", plot) for plot in plots)
            return PartView("multiples", part.caption, plots=plots, numbers=below)
        case Lines():
            return _with_numbers("lines", drawing(part))
        case Bars():
            return _with_numbers("bars", bar_drawing(part))


def _with_numbers(kind: str, plot: Drawing | BarDrawing) -> PartView:
    columns, rows = _cells(plot.columns, plot.rows)
    return PartView(kind, plot.caption, columns, rows, plot=plot)


def _cells(
    columns: Sequence[str], rows: Sequence[Sequence[Cell]]
) -> tuple[tuple[TextCell, ...], tuple[tuple[TextCell, ...], ...]]:
    """A table's cells as texts. All numbers of a column have equally many decimals."""
    by_column = [[row[i] for row in rows] for i in range(len(columns))]
    texts = [column_texts(cells) for cells in by_column]
    numeric = [
        bool(cells) and not any(isinstance(cell, str) for cell in cells) for cells in by_column
    ]
    return tuple(map(TextCell, columns, numeric)), tuple(
        tuple(TextCell(texts[i][n], not isinstance(row[i], str)) for i in range(len(columns)))
        for n, row in enumerate(rows)
    )
