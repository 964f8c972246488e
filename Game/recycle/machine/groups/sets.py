# cython: auto_pickle=False
"""Selections: some of the cards, the cards in order, and what several selections have in common."""

from typing import Any

from Game.recycle.machine.cards import real
from Game.recycle.machine.function import Function, Group
from Game.recycle.machine.opcodes import LARGEST
from Game.recycle.machine.places import cards_of
from Game.recycle.machine.points import Scores
from Game.recycle.machine.table import Table
from Game.recycle.reading.errors import GameFault

MOST_DRAWN = 1 << 31  # numbers of which one is drawn


class Slice(Group):
    """The topmost cards or the lowest ones, in the order of the place."""

    def __init__(self, top: bool, many: Function, cards: Function) -> None:
        super().__init__()
        self.top, self.many, self.cards = top, many, cards
        self.safe = many.safe and cards.safe

    def items(self, table: Table) -> list[Any]:
        cards, many = self.cards.items(table), self.many.number(table)
        size = len(cards)
        many = max(0, min(many, size))
        return cards[size - many :] if self.top else cards[:many]


class Sorted(Group):
    """The cards from the fewest points to the most. Equal cards keep their order."""

    def __init__(self, cards: Function, scores: Scores, at: Any) -> None:
        super().__init__()
        self.cards, self.scores, self.at, self.safe = cards, scores, at, False

    def items(self, table: Table) -> list[Any]:
        points = self.scores.points(table)
        cards = self.cards.items(table)
        table.burn(self.at, 1 + len(cards))
        rows = [(points.of(table.face(cards[n])), n) for n in range(len(cards))]
        rows.sort()
        return [cards[n] for _, n in rows]


class CommonCards(Group):
    """What several selections have in common: the cards that are in all of them.

    With `differs`, the cards that are in some of them, but not in all. A remembered card is the
    same as the card itself.
    """

    def __init__(self, differs: bool, parts: list[Function], many: list[bool], at: Any) -> None:
        super().__init__()
        self.differs, self.parts, self.many, self.at = differs, parts, many, at
        self.safe = all(part.safe for part in parts)

    def items(self, table: Table) -> list[Any]:
        selections = self.selections(table)
        inside = [{real(card) for card in one} for one in selections]
        result, seen = [], set()
        for one in selections:
            table.burn(self.at, 1 + len(one) * len(inside))
            for card in one:
                name = real(card)
                if name not in seen:
                    seen.add(name)
                    times = 0
                    for other in inside:
                        times += name in other
                    if (times == len(inside)) != self.differs:
                        result.append(card)
        return result

    def selections(self, table: Table) -> list[Any]:
        result: list[Any] = []
        for number in range(len(self.parts)):
            part = self.parts[number]
            items = part.items(table)
            if self.many[number]:
                result += [cards_of(table, one) for one in items]
            else:
                result.append(items)
        return result


# Numbers


class NumberSeries(Function):
    """A triangular number, 1 + 2 + ... + N, or a Fibonacci number: 1, 1, 2, 3, 5, ..."""

    def __init__(self, which: str, place: Function, at: Any) -> None:
        super().__init__()
        self.which, self.place, self.at, self.safe = which, place, at, False

    def number(self, table: Table) -> int:
        number = self.place.number(table)
        if number < 0:
            raise GameFault(f"`{self.which}` takes a number from 0 on", self.at)
        result = series_number(self.which, number)
        if result >= LARGEST:
            raise GameFault(f"a number is larger than {LARGEST}", self.at)
        return result


def series_number(which: str, number: int) -> int:
    """The triangular or the Fibonacci number; `LARGEST` if it is too large."""
    if which == "tri":
        return number * (number + 1) // 2 if number < 1_000_000 else LARGEST
    result, after = 0, 1
    while number > 0 and result < LARGEST:
        result, after, number = after, result + after, number - 1
    return result


class RandomNumber(Function):
    """A random number from the first to the last, both possible."""

    def __init__(self, first: Function, last: Function, at: Any) -> None:
        super().__init__()
        self.first, self.last, self.at, self.safe = first, last, at, False

    def number(self, table: Table) -> int:
        least, most = self.first.number(table), self.last.number(table)
        if most < least or most - least >= MOST_DRAWN:
            raise GameFault(f"there is no random number from {least} to {most}", self.at)
        drawn: int = table.luck.draw(table, least, most)
        return drawn
