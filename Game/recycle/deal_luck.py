"""Chance of a real game: drawn from a stream and noted, or read from a written deal."""

from Game.core.game import DealError
from Game.core.stream import Stream
from Game.recycle.knowledge.history import NotedTurnLuck
from Game.recycle.machine.table import Table


class NotedLuck(NotedTurnLuck):
    """Chance from a stream. It notes each coin too, for the deal."""

    def __init__(self, stream: Stream) -> None:
        super().__init__(stream)
        self.coins: list[int] = []

    def break_tie(self, table: Table, cards: list[int]) -> int:
        card = super().break_tie(table, cards)
        if not table.trial:
            self.coins.append(cards.index(card))
        return card

    def draw(self, table: Table, least: int, most: int) -> int:
        number = super().draw(table, least, most)
        if not table.trial:
            self.coins.append(number - least)
        return number


class DealLuck:
    """Chance from a written deal."""

    def __init__(self, order_texts: list[list[str]], coins: list[int]) -> None:
        self.order_texts, self.coins = list(order_texts), list(coins)
        # The same as cards, as far as they were used.
        self.orders: list[list[int]] = []
        self.winners: list[int] = []
        self.draws: list[int] = []

    def shuffle_order(self, table: Table, place: int) -> list[int] | None:
        if table.trial:
            return None
        if not self.order_texts:
            raise DealError("The deal has too few orders: the game shuffles again.")
        left, order = table.places[place][:], []
        for text in self.order_texts.pop(0):
            card = next((card for card in left if table.card_name(card) == text), None)
            if card is None:
                raise DealError(
                    f"The deal has {text!r} in an order of {table.plan.place_text(place)}, "
                    "where no such card is left."
                )
            left.remove(card)
            order.append(card)
        if left:
            raise DealError(
                f"The deal lacks {table.card_name(left[0])} "
                f"in an order of {table.plan.place_text(place)}."
            )
        self.orders.append(order)
        return order

    def break_tie(self, table: Table, cards: list[int]) -> int:
        if table.trial:
            return cards[0]
        self.winners.append(cards[self.coin(len(cards))])
        return self.winners[-1]

    def draw(self, table: Table, least: int, most: int) -> int:
        if table.trial:
            return least
        self.draws.append(self.coin(most - least + 1))
        return least + self.draws[-1]

    def coin(self, many: int) -> int:
        """The next coin of the deal, one of so many results."""
        if not self.coins:
            raise DealError("The deal has too few coins: the game tosses again.")
        coin = self.coins.pop(0)
        if coin not in range(many):
            raise DealError(f"The deal has a coin for card {coin} of {many}.")
        return coin
