# cython: auto_pickle=False
"""Places, selections of cards, and other collections."""

from typing import Any

from Game.recycle.machine.function import Function, Group
from Game.recycle.machine.opcodes import MOST_ITEMS
from Game.recycle.machine.table import Table
from Game.recycle.reading.errors import GameFault


class Place(Function):
    """The number of a place or of a store."""

    def __init__(self, base: int, owner: Function | None) -> None:
        super().__init__()
        self.base, self.owner = base, owner
        self.safe = owner is None or owner.safe

    def number(self, table: Table) -> int:
        if self.owner is None:
            return self.base
        return self.base + self.owner.number(table)

    def items(self, table: Table) -> list[Any]:
        cards: list[Any] = table.places[self.number(table)]
        return cards


class NamedPlace(Place):
    """A place or a store whose name is computed."""

    def __init__(
        self, rows: dict[str, int], first: int, owner: Function | None, name: Function, at: Any
    ) -> None:
        super().__init__(first, owner)
        self.rows, self.name, self.at, self.safe = rows, name, at, False

    def number(self, table: Table) -> int:
        text = self.name.text(table)
        base = self.rows.get(text)
        if base is None:
            raise GameFault(f"there is no place named {text!r}", self.at)
        place: int = base
        place += self.base
        return place if self.owner is None else place + self.owner.number(table)


class NewPlace(Place):
    """A place of its own each time: the first of its places in which no card lies."""

    def __init__(self, rows: list[int], first: int, owner: Function | None, at: Any) -> None:
        super().__init__(first, owner)
        self.rows, self.at, self.safe = rows, at, False

    def number(self, table: Table) -> int:
        shift = self.base if self.owner is None else self.base + self.owner.number(table)
        for row in self.rows:
            place: int = row
            place += shift
            if not table.places[place]:
                return place
        raise GameFault(f"this needs more than {len(self.rows)} new places at once", self.at)


class HeldPlace(Function):
    """The place, or the selection of cards, that a variable holds."""

    def __init__(self, slot: int, name: str, at: Any) -> None:
        super().__init__()
        self.slot, self.name, self.at, self.safe = slot, name, at, False

    def number(self, table: Table) -> int:
        place = table.values[self.slot]
        if not isinstance(place, int):
            raise GameFault(
                f"{self.name} holds a selection of cards, and a place is needed", self.at
            )
        return place

    def items(self, table: Table) -> list[Any]:
        return cards_of(table, table.values[self.slot])

    def value(self, table: Table) -> Any:
        return table.values[self.slot]


def cards_of(table: Table, source: Any) -> list[Any]:
    """The cards of a place's number, or of a selection."""
    return table.places[source] if isinstance(source, int) else source


# Selections


class Union(Group):
    """The cards of several selections. `many` says which of them are several places."""

    def __init__(self, parts: list[Function], many: list[bool]) -> None:
        super().__init__()
        self.parts, self.many = parts, many
        self.safe = all(part.safe for part in parts)

    def items(self, table: Table) -> list[Any]:
        result: list[Any] = []
        for number in range(len(self.parts)):
            part = self.parts[number]
            if self.many[number]:
                for one in part.items(table):
                    result.extend(cards_of(table, one))
            else:
                result.extend(part.items(table))
        return result


class Filter(Group):
    def __init__(self, group: Function, slot: int, test: Function, at: Any) -> None:
        super().__init__()
        self.group, self.slot, self.test, self.at = group, slot, test, at
        self.safe = group.safe and test.safe

    def items(self, table: Table) -> list[Any]:
        items = self.group.items(table)
        result: list[Any] = []
        values = table.values
        table.burn(self.at, 1 + len(items))
        for item in items:
            values[self.slot] = item
            if self.test.truth(table):
                result.append(item)
        return result


class Each(Group):
    """A value for each item, such as a place of each player. `flat`: all groups of each item."""

    def __init__(self, group: Function, slot: int, body: Function, flat: bool, at: Any) -> None:
        super().__init__()
        self.group, self.slot, self.body, self.flat, self.at = group, slot, body, flat, at
        self.safe = group.safe and body.safe

    def items(self, table: Table) -> list[Any]:
        items = self.group.items(table)
        result: list[Any] = []
        table.burn(self.at, 1 + len(items))
        for item in items:
            table.values[self.slot] = item
            if self.flat:
                result.extend(self.body.items(table))
            else:
                result.append(self.body.value(table))
        return result


class Row(Group):
    """A list of single values."""

    def __init__(self, parts: list[Function]) -> None:
        super().__init__()
        self.parts, self.safe = parts, all(part.safe for part in parts)

    def items(self, table: Table) -> list[Any]:
        result: list[Any] = []
        for part in self.parts:
            result.append(part.value(table))
        return result


class Range(Group):
    """Numbers, both ends included."""

    def __init__(self, first: Function, last: Function, at: Any) -> None:
        super().__init__()
        self.first, self.last, self.at, self.safe = first, last, at, False

    def items(self, table: Table) -> list[Any]:
        first, last = self.first.number(table), self.last.number(table)
        if last - first >= MOST_ITEMS:
            raise GameFault(f"a range from {first} to {last} is too long", self.at)
        return list(range(first, last + 1))


class Chosen(Group):
    """One of several groups or places."""

    def __init__(self, where: Function | None, groups: Function) -> None:
        super().__init__()
        self.where, self.groups = where, groups  # without a number: the top
        self.safe = groups.safe and (where is None or where.safe)

    def items(self, table: Table) -> list[Any]:
        return cards_of(table, self.value(table))

    def number(self, table: Table) -> int:
        place = self.value(table)
        if not isinstance(place, int):
            raise GameFault("this is a selection of cards, and a place is needed", self.at)
        return place

    def value(self, table: Table) -> Any:
        groups = self.groups.items(table)
        number = len(groups) - 1 if self.where is None else self.where.number(table)
        return groups[number] if 0 <= number < len(groups) else []
