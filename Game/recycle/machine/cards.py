"""Cards, the places where they lie, and selections of them."""

from typing import Any

from Game.recycle.machine.function import Function, Group, Text
from Game.recycle.machine.opcodes import LARGEST, MOST_ITEMS, NO_CARD
from Game.recycle.machine.table import Table
from Game.recycle.reading.errors import GameFault

# Places


class Place(Function):
    """A place, or a store: its number."""

    def __init__(self, base: int, owner: Function | None) -> None:
        super().__init__()
        self.base, self.owner = base, owner
        self.safe = owner is None or owner.safe

    def number(self, table: Table) -> int:
        if self.owner is None:
            return self.base
        return self.base + self.owner.number(table)

    def items(self, table: Table) -> list[Any]:
        found: list[Any] = table.places[self.number(table)]
        return found


class NamedPlace(Place):
    """A place, or a store, whose name is worked out."""

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


class HeldPlace(Function):
    """What a variable holds: a place, or a selection of cards."""

    def __init__(self, slot: int, name: str, at: Any) -> None:
        super().__init__()
        self.slot, self.name, self.at, self.safe = slot, name, at, False

    def number(self, table: Table) -> int:
        found = table.values[self.slot]
        if not isinstance(found, int):
            raise GameFault(f"{self.name} is a selection, and no place for a card", self.at)
        return found

    def items(self, table: Table) -> list[Any]:
        return cards_of(table, table.values[self.slot])

    def value(self, table: Table) -> Any:
        return table.values[self.slot]


def cards_of(table: Table, found: Any) -> list[Any]:
    """The cards of a place's number, or of a selection."""
    return table.places[found] if isinstance(found, int) else found


# Selections


class Union(Group):
    """The cards of several selections; `many` says which of them are several places."""

    def __init__(self, parts: list[Function], many: list[bool]) -> None:
        super().__init__()
        self.parts, self.many = parts, many
        self.safe = all(part.safe for part in parts)

    def items(self, table: Table) -> list[Any]:
        found: list[Any] = []
        for number in range(len(self.parts)):
            part = self.parts[number]
            if self.many[number]:
                for one in part.items(table):
                    found.extend(cards_of(table, one))
            else:
                found.extend(part.items(table))
        return found


class Filter(Group):
    def __init__(self, group: Function, slot: int, test: Function, at: Any) -> None:
        super().__init__()
        self.group, self.slot, self.test, self.at = group, slot, test, at
        self.safe = group.safe and test.safe

    def items(self, table: Table) -> list[Any]:
        items = self.group.items(table)
        found: list[Any] = []
        values = table.values
        table.burn(self.at, 1 + len(items))
        for item in items:
            values[self.slot] = item
            if self.test.truth(table):
                found.append(item)
        return found


class Each(Group):
    """Something of each item, such as a place of each player."""

    def __init__(self, group: Function, slot: int, body: Function, at: Any) -> None:
        super().__init__()
        self.group, self.slot, self.body, self.at = group, slot, body, at
        self.safe = group.safe and body.safe

    def items(self, table: Table) -> list[Any]:
        items = self.group.items(table)
        found: list[Any] = []
        table.burn(self.at, 1 + len(items))
        for item in items:
            table.values[self.slot] = item
            found.append(self.body.value(table))
        return found


class Row(Group):
    """What is listed one by one."""

    def __init__(self, parts: list[Function]) -> None:
        super().__init__()
        self.parts, self.safe = parts, all(part.safe for part in parts)

    def items(self, table: Table) -> list[Any]:
        found: list[Any] = []
        for part in self.parts:
            found.append(part.value(table))
        return found


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


class Tuples(Group):
    """Groups of so many cards that score alike, the lowest score first."""

    def __init__(self, many: Function, cards: Function, scores: "Scores") -> None:
        super().__init__()
        self.many, self.cards, self.scores, self.safe = many, cards, scores, False

    def items(self, table: Table) -> list[Any]:
        points = self.scores.points(table)
        by_score: dict[int, list[int]] = {}
        for card in self.cards.items(table):
            by_score.setdefault(points.of(table.faces[real(card)]), []).append(card)
        size = self.many.number(table)
        return [by_score[score] for score in sorted(by_score) if len(by_score[score]) == size]


class Chosen(Group):
    """One of several groups or places."""

    def __init__(self, where: Function | None, groups: Function) -> None:
        super().__init__()
        self.where, self.groups = where, groups  # no number: the top
        self.safe = groups.safe and (where is None or where.safe)

    def items(self, table: Table) -> list[Any]:
        return cards_of(table, self.value(table))

    def number(self, table: Table) -> int:
        found = self.value(table)
        if not isinstance(found, int):
            raise GameFault("this is a selection, and no place for a card", self.at)
        return found

    def value(self, table: Table) -> Any:
        groups = self.groups.items(table)
        number = len(groups) - 1 if self.where is None else self.where.number(table)
        return groups[number] if 0 <= number < len(groups) else []


# Cards


class Top(Function):
    def __init__(self, cards: Function) -> None:
        super().__init__()
        self.cards, self.safe = cards, cards.safe

    def number(self, table: Table) -> int:
        cards = self.cards.items(table)
        if not cards:
            return NO_CARD
        card: int = cards[len(cards) - 1]
        return card


class CardAt(Function):
    """The card so far from the bottom."""

    def __init__(self, where: Function, cards: Function) -> None:
        super().__init__()
        self.where, self.cards = where, cards
        self.safe = where.safe and cards.safe

    def number(self, table: Table) -> int:
        cards, where = self.cards.items(table), self.where.number(table)
        if not 0 <= where < len(cards):
            return NO_CARD
        card: int = cards[where]
        return card


class Best(Function):
    """The card with the most points, or the fewest; a coin for each tie."""

    def __init__(self, sign: int, cards: Function, scores: "Scores") -> None:
        super().__init__()
        self.sign, self.cards, self.scores, self.safe = sign, cards, scores, False

    def number(self, table: Table) -> int:
        points = self.scores.points(table)
        best = -1 if self.sign > 0 else -LARGEST
        winner, tied = NO_CARD, None
        for card in self.cards.items(table):
            score = self.sign * points.of(table.faces[real(card)])
            if score > best:
                best, winner, tied = score, card, None
            elif score == best and winner != NO_CARD:
                if tied is None:
                    tied = [winner]
                tied.append(card)
        if tied is not None:
            winner = table.luck.tied(table, tied)
        return winner


class Actual(Function):
    def __init__(self, card: Function) -> None:
        super().__init__()
        self.card, self.safe = card, card.safe

    def number(self, table: Table) -> int:
        return real(self.card.number(table))


class Attribute(Text):
    """What a card has under a key; nothing where it has none. `column`: by its face."""

    def __init__(self, column: list[str], card: Function) -> None:
        super().__init__()
        self.column, self.card, self.safe = column, card, card.safe

    def text(self, table: Table) -> str:
        card = self.card.number(table)
        if card == NO_CARD:
            return ""
        found: str = self.column[table.faces[real(card)]]
        return found


class NamedAttribute(Text):
    """The same for a key that is worked out."""

    def __init__(self, key: Function, faces: list[dict[str, str]], card: Function) -> None:
        super().__init__()
        self.key, self.faces, self.card = key, faces, card
        self.safe = key.safe and card.safe

    def text(self, table: Table) -> str:
        card = self.card.number(table)
        if card == NO_CARD:
            return ""
        return self.faces[table.faces[real(card)]].get(self.key.text(table), "")


# Points


class Points:
    """What a point map gives to each face of a card; worked out when it is asked for."""

    def __init__(self, entries: tuple[Any, ...], faces: list[dict[str, str]]) -> None:
        self.entries, self.faces = entries, faces
        self.worth: list[Any] = [None] * len(faces)

    def of(self, face: int) -> int:
        found = self.worth[face]
        if found is None:
            found = self.worth[face] = self.reckoned(self.faces[face])
        points: int = found
        return points

    def reckoned(self, card: dict[str, str]) -> int:
        """All entries that match are added; one with several attributes matches only jointly."""
        total = 0
        for pairs, points in self.entries:
            if all(card.get(key) == value for key, value in pairs):
                total += points
        return total


class Scores(Function):
    """A point map, by the number that the description gives it."""

    def __init__(self, map_number: int, name: str, at: Any) -> None:
        super().__init__()
        self.map_number, self.name, self.at, self.safe = map_number, name, at, False

    def points(self, table: Table) -> Points:
        found: Points | None = table.maps[self.map_number]
        if found is None:
            raise GameFault(f"the point map {self.name} is used before it is put", self.at)
        return found


class Score(Function):
    def __init__(self, card: Function, scores: Scores) -> None:
        super().__init__()
        self.card, self.scores, self.safe = card, scores, False

    def number(self, table: Table) -> int:
        card = self.card.number(table)
        points = self.scores.points(table)
        return 0 if card == NO_CARD else points.of(table.faces[real(card)])


class Sum(Function):
    def __init__(self, cards: Function, scores: Scores) -> None:
        super().__init__()
        self.cards, self.scores, self.safe = cards, scores, False

    def number(self, table: Table) -> int:
        points, total = self.scores.points(table), 0
        for card in self.cards.items(table):
            total += points.of(table.faces[real(card)])
        return total


def real(card: int) -> int:
    """The card itself, also of a remembered one."""
    return card if card >= 0 or card == NO_CARD else ~card
