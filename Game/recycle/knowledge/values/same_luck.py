"""Chance that falls again as it was noted."""

from typing import Protocol

from Game.recycle.machine.table import Table


class NotedChance(Protocol):
    """How chance fell: the orders of shuffles, the winners of ties, as cards, and how far each
    random number is above its least value."""

    orders: list[list[int]]
    winners: list[int]
    draws: list[int]


class SameLuck:
    """Chance that falls again as it was noted."""

    def __init__(self, noted: NotedChance | None) -> None:
        self.orders = noted.orders if noted is not None else []
        self.winners = noted.winners if noted is not None else []
        self.draws = noted.draws if noted is not None else []
        self.order = self.winner = self.drawn = 0  # the next ones

    def at_the_same_point(self) -> "SameLuck":
        other = SameLuck(self)
        other.order, other.winner, other.drawn = self.order, self.winner, self.drawn
        return other

    def shuffle_order(self, table: Table, place: int) -> list[int] | None:
        if table.trial or self.order == len(self.orders):
            return None
        self.order += 1
        order: list[int] = self.orders[self.order - 1]
        return order

    def break_tie(self, table: Table, cards: list[int]) -> int:
        if not table.trial:
            for number in range(self.winner, len(self.winners)):
                if self.winners[number] in cards:
                    self.winner = number + 1
                    return self.winners[number]
        return cards[0]

    def draw(self, table: Table, least: int, most: int) -> int:
        if table.trial or self.drawn == len(self.draws):
            return least
        self.drawn += 1
        return least + self.draws[self.drawn - 1]
