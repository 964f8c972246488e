"""The sources of chance: a table asks for the order of a shuffle, the winner of a tie, a number."""

from typing import Any, Protocol

from Game.recycle.machine.table import Table


class Luck(Protocol):
    def shuffle_order(self, table: Table, place: int) -> list[int] | None:
        """The new order of a place, or None to leave it as it is."""

    def break_tie(self, table: Table, cards: list[int]) -> int:
        """The card that a coin picks of those with equal scores."""

    def draw(self, table: Table, least: int, most: int) -> int:
        """A random number between these two, which are possible too."""


class NoLuck:
    """No chance: places keep their order, and the first of the tied cards is taken."""

    def shuffle_order(self, table: Table, place: int) -> list[int] | None:
        return None

    def break_tie(self, table: Table, cards: list[int]) -> int:
        return cards[0]

    def draw(self, table: Table, least: int, most: int) -> int:
        return least


class StreamLuck:
    """Chance from a stream. A try draws nothing, so looking at options does not change the game."""

    def __init__(self, stream: Any) -> None:
        self.stream = stream

    def shuffle_order(self, table: Table, place: int) -> list[int] | None:
        if table.trial:
            return None
        order = table.places[place][:]
        self.stream.shuffle(order)
        return order

    def break_tie(self, table: Table, cards: list[int]) -> int:
        card = cards[0]
        if not table.trial:
            for other in cards[1:]:  # one coin for each tie
                if self.stream.below(2):
                    card = other
        return card

    def draw(self, table: Table, least: int, most: int) -> int:
        return least if table.trial else least + int(self.stream.below(most - least + 1))


NO_LUCK = NoLuck()
