# cython: binding=True, boundscheck=True, wraparound=True
"""Cards, actions and rows of cards as RoboBrisca's bots see them, and questions about cards.

Each of the three classes has two parts. The first has the data, which compiled code reads fast. The
second is an ordinary Python class, so a bot can add methods and attributes to it. The constructor
is in the first. If it is compiled, `help()` cannot see its parameters. So the first line of the
docstring has them, in the form that Python reads there.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from Game.brisca.deck import VALUES, power, powers
from Game.core.build import is_compiled
from Game.core.cards import SPANISH
from Game.core.stream import Stream

# Cards share one object for each suit letter, because bots may ask `card_type is 'C'`. A letter
# that is cut out of a text may be another object.
_SUITS = {"O": "O", "E": "E", "C": "C", "B": "B"}
_NUMBERS = {(_SUITS[text[0]], int(text[1:])): number for number, text in enumerate(SPANISH.texts)}
POWERS = [0] * 640  # (trump suit, led suit, card) -> its strength

for _place, _power in enumerate(powers()):
    POWERS[_place] = _power


class CardData:
    """CardData(card_type, card_number)\n--\n\nThe data of a card."""

    card_type: str
    card_number: int
    number: int  # in the rules; -1 if the Spanish deck has no such card
    value: int  # the points that it counts

    def __init__(self, card_type: str, card_number: int) -> None:
        self.card_type = card_type
        self.card_number = card_number
        try:
            self.number = _NUMBERS.get((card_type, card_number), -1)
            self.value = VALUES.get(card_number, 0)
        except TypeError:  # a list or the like
            self.number, self.value = -1, 0

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, CardData):
            return NotImplemented
        card = other
        return self.card_number == card.card_number and self.card_type == card.card_type

    def __hash__(self) -> int:
        # The hash of a text differs from run to run. This one keeps the order of sets of cards.
        return hash((*map(ord, str(self.card_type)), self.card_number))


class Card(CardData):
    """A suit (`card_type`: O, E, C or B) and a number (1-7, 10-12). Cards never change."""

    def get_type(self) -> str:
        return self.card_type

    def get_number(self) -> int:
        return self.card_number

    def get_value(self) -> int:
        """The points that the card counts."""
        return self.value

    def clone(self) -> "Card":
        return Card(self.card_type, self.card_number)

    def __str__(self) -> str:
        return f"{self.card_type}{self.card_number}"

    def __repr__(self) -> str:
        return f"Card({self.card_type!r}, {self.card_number!r})"

    def __setattr__(self, name: str, value: Any) -> None:
        if name in ("card_type", "card_number", "number") and hasattr(self, name):
            raise AttributeError(f"the card {self} cannot change: make another, Card('O', 3)")
        object.__setattr__(self, name, value)

    def __copy__(self) -> "Card":
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> "Card":
        return self


# One Card for each number of the deck. It never changes, so all hands can share it.
CARDS = tuple(Card(suit, number) for suit, number in _NUMBERS)


def number_of(card: Any) -> int:
    """The number of the card in the rules."""
    if isinstance(card, CardData):
        data = card
        if data.number >= 0:
            return data.number
    try:
        kind, number = card.card_type, card.card_number
        if isinstance(kind, ActionData) or isinstance(number, ActionData):
            # The hash of an action is the hash of its card. In compiled code it may not end.
            raise TypeError("an action is neither a suit nor a number")
        return _NUMBERS[kind, number]
    except (AttributeError, KeyError, TypeError):
        raise ValueError(
            f"{card!s:.40} is not a card of the Spanish deck: Card('O', 3) is one"
        ) from None


def numbers_of(cards: Iterable[Any]) -> list[int]:
    """The numbers of the cards in the rules."""
    return [number_of(card) for card in cards]


class ActionData:
    """ActionData(card)\n--\n\nThe data of an action."""

    card: Card

    def __init__(self, card: Card) -> None:
        self.card = card


class Action(ActionData):
    """To play a card. Actions never change."""

    if not is_compiled():

        def __init__(self, card: Card) -> None:
            self.__dict__["card"] = card  # faster than through __setattr__

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
        if name == "card" and hasattr(self, name):
            raise AttributeError(f"the action {self} cannot change: make another, Action(card)")
        object.__setattr__(self, name, value)


# One for each card. An action never changes, so all lists of actions can share it.
ACTIONS = tuple(Action(card) for card in CARDS)


def actions_of(cards: list[Card]) -> list[Action]:
    """The actions that play these cards."""
    try:
        every = ACTIONS
        actions = []
        for card in cards:
            number = card.number
            if number < 0:
                raise TypeError
            actions.append(every[number])
    except (AttributeError, TypeError):  # there are cards of another class, or of no deck
        return [ACTIONS[number] for number in numbers_of(cards)]
    return actions


class CardRow:
    """CardRow()\n--\n\nThe data of a collection."""

    l_cards: list[Card]

    def __init__(self) -> None:
        self.l_cards = []


class CardCollection(CardRow):
    """A row of cards: a hand, the deck, the table, or the cards that a player won."""

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


def collection_of(numbers: list[int]) -> CardCollection:
    """A collection of the cards with these numbers."""
    collection = CardCollection()
    collection.l_cards = [CARDS[number] for number in numbers]
    return collection


def cards_in(collection: CardCollection) -> list[Card]:
    """The list of a collection. It may be of a class of the bot's own."""
    try:
        row = collection  # in compiled code a `CardRow`
        return row.l_cards
    except TypeError:
        return collection.l_cards


def is_better_card(actual: Card, prev: Card, trump_card: Card, round_card: Card) -> bool:
    """Does `actual` beat `prev`? `round_card` is the card that was led.

    Two cards that are neither trump nor of the led suit compare as if they had one suit: by
    points, and if these are equal by number.
    """
    trump, led = trump_card.card_type, round_card.card_type
    return power(actual.card_type, actual.card_number, trump, led) > power(
        prev.card_type, prev.card_number, trump, led
    )


def winning_place(cards: list[Card], trump_card: Card) -> int:
    """The place of the card that takes the trick so far; the card that was led is at 0."""
    if len(cards) == 1:
        return 0
    try:
        led, trump = cards[0], trump_card
        if led.number < 0 or trump.number < 0:
            raise TypeError
        row = (trump.number // 10 * 4 + led.number // 10) * 40
        best = strongest = 0
        for place, card in enumerate(cards):
            number = card.number
            if number < 0:
                raise TypeError
            strength = POWERS[row + number]
            if strength > strongest:
                strongest = strength
                best = place
    except (AttributeError, TypeError):  # there are cards of another class, or of no deck
        usual = [CARDS[number] for number in numbers_of(cards)]
        return winning_place(usual, CARDS[number_of(trump_card)])
    return best


def calculate_points(cards: Iterable[Card]) -> int:
    """The points of the cards together."""
    try:
        points = 0
        for card in cards:
            points += card.value
    except (AttributeError, TypeError):  # there are cards of another class
        return sum([other.get_value() for other in cards])
    return points


def reward_of(cards: list[Card], best: int) -> int:
    """The points of the cards on the table; negative unless the last card is the best."""
    points = calculate_points(cards)
    return points if best == len(cards) - 1 else -points
