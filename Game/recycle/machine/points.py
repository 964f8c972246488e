"""Point maps, and the functions that read the scores of cards from them."""

from typing import Any

from Game.recycle.machine.function import Function, Group
from Game.recycle.machine.opcodes import LARGEST, NO_CARD
from Game.recycle.machine.table import Table
from Game.recycle.reading.errors import GameFault


class Points:
    """A point map: the points of each face, computed when they are first needed."""

    def __init__(self, entries: tuple[Any, ...], faces: list[dict[str, str]]) -> None:
        self.entries, self.faces = entries, faces
        self.worth: list[Any] = [None] * len(faces)

    def of(self, face: int) -> int:
        worth = self.worth[face]
        if worth is None:
            worth = self.worth[face] = self.points_of(self.faces[face])
        points: int = worth
        return points

    def points_of(self, card: dict[str, str]) -> int:
        """The sum of all entries that match. All attributes of an entry must match."""
        total = 0
        for pairs, points in self.entries:
            if all(card.get(key) == value for key, value in pairs):
                total += points
        return total


class Scores(Function):
    """A point map: `place` computes its number. `unset` stands for a map that is not set yet."""

    def __init__(self, place: Function, name: str, unset: Points | None, at: Any) -> None:
        super().__init__()
        self.place, self.name, self.unset, self.at, self.safe = place, name, unset, at, False

    def points(self, table: Table) -> Points:
        points: Points | None = table.maps[self.place.number(table)]
        if points is None:
            points = self.unset
        if points is None:
            raise GameFault(f"the point map {self.name} is used before a `put` defines it", self.at)
        return points


class Score(Function):
    def __init__(self, card: Function, scores: Scores) -> None:
        super().__init__()
        self.card, self.scores, self.safe = card, scores, False

    def number(self, table: Table) -> int:
        card = self.card.number(table)
        points = self.scores.points(table)
        return 0 if card == NO_CARD else points.of(table.face(card))


class Sum(Function):
    def __init__(self, cards: Function, scores: Scores) -> None:
        super().__init__()
        self.cards, self.scores, self.safe = cards, scores, False

    def number(self, table: Table) -> int:
        points, total = self.scores.points(table), 0
        for card in self.cards.items(table):
            total += points.of(table.face(card))
        return total


class Best(Function):
    """The card with the most points, or the fewest. Each tie is decided by a coin."""

    def __init__(self, sign: int, cards: Function, scores: Scores) -> None:
        super().__init__()
        self.sign, self.cards, self.scores, self.safe = sign, cards, scores, False

    def number(self, table: Table) -> int:
        points = self.scores.points(table)
        best = -1 if self.sign > 0 else -LARGEST
        winner, tied = NO_CARD, None
        for card in self.cards.items(table):
            score = self.sign * points.of(table.face(card))
            if score > best:
                best, winner, tied = score, card, None
            elif score == best and winner != NO_CARD:
                if tied is None:
                    tied = [winner]
                tied.append(card)
        if tied is not None:
            winner = table.luck.break_tie(table, tied)
        return winner


class Tuples(Group):
    """Groups of exactly this many cards with the same score, the lowest score first."""

    def __init__(self, many: Function, cards: Function, scores: Scores) -> None:
        super().__init__()
        self.many, self.cards, self.scores, self.safe = many, cards, scores, False

    def items(self, table: Table) -> list[Any]:
        points = self.scores.points(table)
        by_score: dict[int, list[int]] = {}
        for card in self.cards.items(table):
            by_score.setdefault(points.of(table.face(card)), []).append(card)
        size = self.many.number(table)
        return [by_score[score] for score in sorted(by_score) if len(by_score[score]) == size]
