"""A row of cards: a hand, the deck, the table, or the cards that a player won."""

from collections.abc import Iterable, Iterator

from Game.brisca.card import Card
from Game.core.stream import Stream


class CardCollection:
    def __init__(self) -> None:
        self.l_cards: list[Card] = []

    def clear(self) -> None:
        self.l_cards.clear()

    def add_card(self, card: Card) -> None:
        self.l_cards.append(card)

    def add_cards(self, cards: Iterable[Card]) -> None:
        self.l_cards.extend(cards)

    def shuffle(self) -> None:
        Stream().shuffle(self.l_cards)

    def get_last_card(self) -> Card:
        return self.l_cards[-1]

    def len(self) -> int:
        return len(self.l_cards)

    def draw(self) -> Card:
        """Take the first card."""
        return self.l_cards.pop(0)

    def get_cards(self) -> list[Card]:
        """The list itself, not a copy: changing it changes the collection."""
        return self.l_cards

    def get_cards_less_last(self) -> list[Card]:
        return self.l_cards[:-1]

    def get_card(self, i: int) -> Card:
        return self.l_cards[i]

    def clone(self) -> "CardCollection":
        other = CardCollection()
        other.l_cards = list(self.l_cards)
        return other

    def empty(self) -> bool:
        """Are there no cards left?"""
        return not self.l_cards

    def remove(self, card: Card) -> None:
        if card not in self.l_cards:
            raise ValueError(f"{card} is not among these cards: {self}")
        self.l_cards.remove(card)

    def __iter__(self) -> Iterator[Card]:
        return iter(self.l_cards)

    def __str__(self) -> str:
        return "".join(f"{card} " for card in self.l_cards)
