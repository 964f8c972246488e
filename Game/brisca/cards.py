"""Cards, actions and rows of cards as RoboBrisca's bots see them, and questions about cards."""

from collections.abc import Iterable, Iterator
from typing import Any

from Game.brisca.deck import VALUES, power
from Game.core.cards import SPANISH
from Game.core.stream import Stream


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


class Action:
    """To play a card. Actions never change."""

    card: Card

    def __init__(self, card: Card) -> None:
        object.__setattr__(self, "card", card)

    def get_card(self) -> Card:
        return self.card

    def __str__(self) -> str:
        return str(self.card)

    def __repr__(self) -> str:
        return f"Action({self.card!r})"

    def __eq__(self, other: object) -> bool:
        return self.card == other.card if isinstance(other, Action) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.card)

    def __setattr__(self, name: str, value: Any) -> None:
        if name == "card":
            raise AttributeError(f"the action {self} cannot change: make another, Action(card)")
        object.__setattr__(self, name, value)


# One for each card. An action never changes, so all lists of actions can share it.
ACTIONS = tuple(Action(card) for card in CARDS)


class CardCollection:
    """A row of cards: a hand, the deck, the table, or the cards that a player won."""

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

    def __repr__(self) -> str:
        return f"<CardCollection {' '.join(map(str, self.l_cards)) or 'empty'}>"


def is_better_card(actual: Card, prev: Card, trump_card: Card, round_card: Card) -> bool:
    """Does `actual` beat `prev`? `round_card` is the card that was led.

    Two cards that are neither trump nor of the led suit compare as if they had one suit: by
    points, and if these are equal by number.
    """
    trump, led = trump_card.card_type, round_card.card_type
    return power(actual.card_type, actual.card_number, trump, led) > power(
        prev.card_type, prev.card_number, trump, led
    )


def calculate_points(cards: Iterable[Card]) -> int:
    """The points of the cards together."""
    return sum([card.get_value() for card in cards])
