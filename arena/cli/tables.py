"""Prints tables that fit into the terminal, which often has 80 columns."""

import shutil
from collections.abc import Sequence
from itertools import zip_longest
from textwrap import wrap

import click

ANY = 1000  # characters: no text needs a second line
TOGETHER = "\u00a0"  # a space at which the last column is not broken
COLUMNS = 80  # of an output that is not a terminal
# The layouts to try, from wide to narrow: the width of a heading's line, the gap between columns,
# and the width of a line in a column at the left.
SHAPES = ((ANY, 3, ANY), (10, 2, ANY), (10, 1, ANY), (6, 1, 12))
Cell = Sequence[str]  # its lines


def show_table(
    headings: Sequence[str], rows: Sequence[Sequence[str]], left: Sequence[int] = (0,)
) -> None:
    """Print the rows under their headings. The columns in `left` begin at the left.

    A cell of these columns or of the last one may have several lines. If the table still does not
    fit, each row is printed as several lines.
    """
    room = shutil.get_terminal_size((COLUMNS, 0)).columns
    for heading_width, gap, left_width in SHAPES:
        head = [wrap(each, heading_width, break_long_words=False) for each in headings]
        flexible = {*left} - {len(head) - 1}
        cells = [
            [
                _wrap_cell(cell, left_width) if column in flexible else [cell]
                for column, cell in enumerate(row)
            ]
            for row in rows
        ]
        lines = _lines(head, cells, left, gap, room)
        if max(map(_width, lines)) <= room:
            click.echo("\n".join(lines))
            return
    for row in rows:
        first, *others = zip(headings, row, strict=True)
        click.echo(" ".join(filter(None, first)))
        for heading, cell in others:
            if cell:
                click.echo(f"  {heading}: {cell.replace(TOGETHER, ' ')}")


def _lines(
    head: Sequence[Cell], rows: Sequence[list[Cell]], left: Sequence[int], gap: int, room: int
) -> list[str]:
    """The lines of the table. They are too long if it does not fit."""
    widths = [_column_width(head, rows, column) for column in range(len(head) - 1)]
    rest = max(room - sum(widths) - gap * len(widths), 1)
    for row in rows:
        row[-1] = _wrap_cell(row[-1][0], rest)
    widths.append(_column_width(head, rows, len(head) - 1))
    highest = max(map(len, head))
    bottomed = [[*[""] * (highest - len(each)), *each] for each in head]
    rule = "─" * (sum(widths) + gap * (len(widths) - 1))

    def lines_of(row: Sequence[Cell]) -> list[str]:
        return [
            (" " * gap)
            .join(
                text + " " * (width - _width(text))
                if column in left
                else " " * (width - _width(text)) + text
                for column, (text, width) in enumerate(zip(line, widths, strict=True))
            )
            .rstrip()
            for line in zip_longest(*row, fillvalue="")
        ]

    return [*lines_of(bottomed), rule, *(line for row in rows for line in lines_of(row))]


def _wrap_cell(cell: str, width: int) -> Cell:
    """The lines of a cell, broken between words."""
    lines = wrap(cell, width, break_long_words=False, break_on_hyphens=False)
    return [line.replace(TOGETHER, " ") for line in lines]


def _column_width(head: Sequence[Cell], rows: Sequence[Sequence[Cell]], column: int) -> int:
    """The width of the widest line in a column."""
    return max(_width(line) for row in (head, *rows) for line in row[column] or [""])


def _width(text: str) -> int:
    """The columns of the terminal that a text takes. Some letters take two, or none."""
    return sum(map(_columns_of, text)) if not text.isascii() else len(text)


def _columns_of(letter: str) -> int:
    from unicodedata import combining, east_asian_width

    return 0 if combining(letter) else 2 if east_asian_width(letter) in "WF" else 1
