"""What the projector has room for at once: the pages of tables, brackets and places.

A long one has several pages. They come one after the other while its scene is on stage.
"""

from collections.abc import Sequence
from typing import NamedTuple, TypeVar

ROWS = 24  # of a table
HALVES = (8, 4, 2, 1)  # boxes of a bracket, one above the other, in the columns of a page
BOXES = HALVES[0]
PODIUM = 8  # names that appear place by place at the end
SECONDS = 5  # for each page after the first one

Row = TypeVar("Row")


class Column(NamedTuple):
    """A part of a round of a bracket: its meetings from `first` to the one before `end`."""

    round: int
    first: int
    end: int

    def has(self, round: int, meeting: int) -> bool:
        return round == self.round and self.first <= meeting < self.end


BracketPage = Sequence[Column]


def seconds_with(pages: int, first: int) -> int:
    """The seconds of so many pages, if the first one takes that long."""
    return first + SECONDS * (max(1, pages) - 1)


def table_pages(rows: Sequence[Row]) -> list[Sequence[Row]]:
    """There is always a page, also without a row."""
    return [rows[first : first + ROWS] for first in range(0, max(1, len(rows)), ROWS)]


def bracket_pages(rounds: Sequence[Sequence[object]]) -> list[BracketPage]:
    """First the parts of the early rounds, each with the rounds to which its winners go. The last
    page has the rounds that fit on it as a whole."""
    sizes = [len(meetings) for meetings in rounds]
    start = next((number for number, size in enumerate(sizes) if size <= BOXES), 0)
    pages: list[BracketPage] = []
    for round in range(0, start, len(HALVES) - 1):  # its last column is the first of the next one
        for first in range(0, sizes[round], BOXES):
            pages.append(
                [
                    Column(round + n, first >> n, (first >> n) + boxes)
                    for n, boxes in enumerate(HALVES)
                ]
            )
    return [*pages, [Column(each, 0, sizes[each]) for each in range(start, len(sizes))]]


def page_with(pages: Sequence[BracketPage], round: int, meeting: int) -> int:
    """The page on which this meeting is seen, and where its winner goes."""
    having = [n for n, page in enumerate(pages) if any(c.has(round, meeting) for c in page)]
    return having[-1]
