# cython: auto_pickle=False
"""Groups of cards: those with the same value of an attribute, all subsets, and runs."""

from itertools import product
from typing import Any

from Game.recycle.machine.function import Function, Group
from Game.recycle.machine.opcodes import MOST_OPTIONS, NO_CARD
from Game.recycle.machine.points import Points, Scores
from Game.recycle.machine.table import Table
from Game.recycle.reading.errors import GameFault

MOST_OF_SUBSETS = 18  # cards of which all subsets are made


class Partition(Group):
    """One group for each value of an attribute, in the order in which the values come first.

    A card without the attribute is in no group.
    """

    def __init__(
        self, key: Function, faces: list[dict[str, str]], cards: Function, at: Any
    ) -> None:
        super().__init__()
        self.key, self.faces, self.cards, self.at = key, faces, cards, at
        self.safe = key.safe and cards.safe

    def items(self, table: Table) -> list[Any]:
        cards, key = self.cards.items(table), self.key.text(table)
        table.burn(self.at, 1 + len(cards))
        groups: dict[str, list[Any]] = {}
        for card in cards:
            if card == NO_CARD:
                continue
            text = self.faces[table.face(card)].get(key)
            if text is not None:
                groups.setdefault(text, []).append(card)
        return list(groups.values())


class Subsets(Group):
    """All groups of some of these cards, or of all, but not the empty one."""

    def __init__(self, cards: Function, at: Any) -> None:
        super().__init__()
        self.cards, self.at, self.safe = cards, at, False

    def items(self, table: Table) -> list[Any]:
        cards = self.cards.items(table)
        if len(cards) > MOST_OF_SUBSETS:
            raise GameFault(
                f"this makes all subsets of {len(cards)} cards, and of more than "
                f"{MOST_OF_SUBSETS} there are too many",
                self.at,
            )
        result: list[Any] = [[]]
        table.burn(self.at, 1 << len(cards))
        for card in cards:
            result += [[*group, card] for group in result]
        return result[1:]


class Runs(Group):
    """Runs: cards whose points follow each other, no two with the same points.

    Either all that are at least so long, or only those that are in no longer one. Cards with the
    same points are in different runs. The longest runs come last.
    """

    def __init__(
        self, largest: bool, least: Function, cards: Function, scores: Scores, at: Any
    ) -> None:
        super().__init__()
        self.largest, self.least, self.cards, self.scores = largest, least, cards, scores
        self.at, self.safe = at, False

    def items(self, table: Table) -> list[Any]:
        least = max(1, self.least.number(table))
        by_points = cards_by_points(table, self.cards.items(table), self.scores.points(table))
        table.burn(self.at, 1 + len(by_points))
        result: list[Any] = []
        for first, last in spans(by_points, least, self.largest):
            table.burn(self.at, last - first + 1)
            many = 1
            for points in range(first, last + 1):
                many *= len(by_points[points])
            if len(result) + many > MOST_OPTIONS:
                raise GameFault(f"there are more than {MOST_OPTIONS} runs", self.at)
            table.burn(self.at, many)
            ways = [by_points[points] for points in range(first, last + 1)]
            result += [list(run) for run in product(*ways)]
        return result


class RunWithEnd(Group):
    """The longest run that has the top card, or the bottom card, if it is long enough."""

    def __init__(
        self, top: bool, least: Function, cards: Function, scores: Scores, at: Any
    ) -> None:
        super().__init__()
        self.top, self.least, self.cards, self.scores = top, least, cards, scores
        self.at, self.safe = at, False

    def items(self, table: Table) -> list[Any]:
        least, cards = self.least.number(table), self.cards.items(table)
        points = self.scores.points(table)
        table.burn(self.at, 1 + len(cards))
        if not cards:
            return []
        by_points = cards_by_points(table, cards, points)
        end = len(cards) - 1 if self.top else 0
        first = last = points.of(table.face(cards[end]))
        while first - 1 in by_points:
            first -= 1
        while last + 1 in by_points:
            last += 1
        if last - first + 1 < least:
            return []
        run = []
        for number in range(first, last + 1):
            alike = by_points[number]
            run.append(alike[len(alike) - 1 if self.top else 0])
        return run


def cards_by_points(table: Table, cards: list[Any], points: Points) -> dict[Any, list[Any]]:
    result: dict[Any, list[Any]] = {}
    for card in cards:
        if card != NO_CARD:
            result.setdefault(points.of(table.face(card)), []).append(card)
    return result


def spans(by_points: dict[Any, list[Any]], least: int, largest: bool) -> list[tuple[int, int]]:
    """The first and the last points of each run, the shortest runs first."""
    result = []
    for first in sorted(by_points):
        if largest and first - 1 in by_points:
            continue
        last = first
        while last in by_points:
            is_whole = last + 1 not in by_points
            if last - first + 1 >= least and (is_whole or not largest):
                result.append((last - first, first))
            last += 1
    return [(first, first + more) for more, first in sorted(result)]
