"""A card of the Spanish deck, as bots see it."""

from typing import Any

from Game.brisca.deck import VALUES
from Game.core.cards import SPANISH


class Card:
    """A suit (`card_type`: O, E, C or B) and a number (1-7, 10-12). Cards never change."""

    card_type: str
    card_number: int

    def __init__(self, card_type: str, card_number: int) -> None:
        object.__setattr__(self, "card_type", card_type)
        object.__setattr__(self, "card_number", card_number)

    def get_type(self) -> str:
        return self.card_type

    def get_number(self) -> int:
        return self.card_number

    def get_value(self) -> int:
        """The points that the card counts."""
        return VALUES.get(self.card_number, 0)

    def clone(self) -> "Card":
        return Card(self.card_type, self.card_number)

    def __str__(self) -> str:
        return f"{self.card_type}{self.card_number}"

    def __repr__(self) -> str:
        return f"Card({self.card_type!r}, {self.card_number!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Card):
            return NotImplemented
        return self.card_number == other.card_number and self.card_type == other.card_type

    def __hash__(self) -> int:
        # The hash of a text differs from run to run. With this one a set of cards has one order.
        return hash((*map(ord, str(self.card_type)), self.card_number))

    def __setattr__(self, name: str, value: Any) -> None:
        if name in ("card_type", "card_number"):
            raise AttributeError(f"the card {self} cannot change: make another, Card('O', 3)")
        object.__setattr__(self, name, value)

    def __copy__(self) -> "Card":
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> "Card":
        return self


# One Card for each number of the deck. It never changes, so all hands can share it. Its suit is one
# of these literals, because some bots ask `card_type is 'C'`. A letter cut out of a text may fail.
_SUITS = {"O": "O", "E": "E", "C": "C", "B": "B"}
CARDS = tuple(Card(_SUITS[text[0]], int(text[1:])) for text in SPANISH.texts)
_NUMBERS = {(card.card_type, card.card_number): number for number, card in enumerate(CARDS)}


def number_of(card: Any) -> int:
    """The number of the card in the rules."""
    try:
        return _NUMBERS[card.card_type, card.card_number]
    except (AttributeError, KeyError, TypeError):
        raise ValueError(
            f"{card!s:.40} is not a card of the Spanish deck: Card('O', 3) is one"
        ) from None
