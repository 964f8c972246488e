# cython: auto_pickle=False
"""Single cards, and what is printed on them."""

from Game.recycle.machine.function import Function, Text, Truth
from Game.recycle.machine.opcodes import NO_CARD
from Game.recycle.machine.table import Table


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
    """The card at an index, counted from the bottom."""

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


class Actual(Function):
    def __init__(self, card: Function) -> None:
        super().__init__()
        self.card, self.safe = card, card.safe

    def number(self, table: Table) -> int:
        return real(self.card.number(table))


class CompareCards(Truth):
    """Are two cards the same, or not? A remembered card is the same as the card itself."""

    def __init__(self, sign: str, left: Function, right: Function) -> None:
        super().__init__()
        self.equal, self.left, self.right = sign == "==", left, right
        self.safe = left.safe and right.safe

    def truth(self, table: Table) -> bool:
        left, right = self.left.number(table), self.right.number(table)
        return (real(left) == real(right)) == self.equal


class Attribute(Text):
    """The value of an attribute of a card, or an empty text. `column` has it for each face."""

    def __init__(self, column: list[str], card: Function) -> None:
        super().__init__()
        self.column, self.card, self.safe = column, card, card.safe

    def text(self, table: Table) -> str:
        card = self.card.number(table)
        if card == NO_CARD:
            return ""
        text: str = self.column[table.face(card)]
        return text


class NamedAttribute(Text):
    """The same for an attribute whose name is computed."""

    def __init__(self, key: Function, faces: list[dict[str, str]], card: Function) -> None:
        super().__init__()
        self.key, self.faces, self.card = key, faces, card
        self.safe = key.safe and card.safe

    def text(self, table: Table) -> str:
        card = self.card.number(table)
        if card == NO_CARD:
            return ""
        return self.faces[table.face(card)].get(self.key.text(table), "")


def real(card: int) -> int:
    """The card itself, also of a remembered one."""
    return card if card >= 0 or card == NO_CARD else ~card
