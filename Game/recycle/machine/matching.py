# cython: auto_pickle=False
"""Loops over cards whose condition compares an attribute of the card with a text.

Following suit is such a condition. The compiler uses these classes in place of a `Filter` or a
`Quantified` if the text is the same for all cards: it is computed once, and not for each card.
"""

from typing import Any

from Game.recycle.machine.function import Function, Group, Truth
from Game.recycle.machine.opcodes import NO_CARD
from Game.recycle.machine.table import Table


class AttributeMatch:
    """Is the attribute of a card equal to a text, or unequal? `column` has it for each face."""

    def __init__(self, column: list[str], text: Function, equal: bool) -> None:
        self.text, self.equal = text, equal
        # Equal texts of the column are one object, so that `is` compares them.
        self.same = {word: word for word in ("", *column)}
        self.column = [self.same[word] for word in column]

    def text_of(self, table: Table) -> str | None:
        """The text, as the object that is in the column. None if no card has it."""
        return self.same.get(self.text.text(table))

    def holds(self, table: Table, card: int, text: str | None) -> bool:
        value = self.same[""] if card == NO_CARD else self.column[table.face(card)]
        return (value is text) == self.equal


class MatchingCards(Group):
    """The cards that match: a `Filter`."""

    def __init__(self, group: Function, match: AttributeMatch, at: Any) -> None:
        super().__init__()
        self.group, self.match, self.at, self.safe = group, match, at, group.safe

    def items(self, table: Table) -> list[Any]:
        items, match = self.group.items(table), self.match
        matching: list[Any] = []
        table.burn(self.at, 1 + len(items))
        if items:
            text = match.text_of(table)
            for card in items:
                if match.holds(table, card, text):
                    matching.append(card)
        return matching


class QuantifiedMatch(Truth):
    """Does any card match, or do all? It is a `Quantified`."""

    def __init__(self, of_all: bool, group: Function, match: AttributeMatch, at: Any) -> None:
        super().__init__()
        self.of_all, self.group, self.match, self.at = of_all, group, match, at
        self.safe = group.safe

    def truth(self, table: Table) -> bool:
        items, match = self.group.items(table), self.match
        table.burn(self.at, 1 + len(items))
        if items:
            text = match.text_of(table)
            for card in items:
                if match.holds(table, card, text) != self.of_all:
                    return not self.of_all
        return self.of_all
