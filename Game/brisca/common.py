"""Small questions about cards."""

from collections.abc import Iterable

from Game.brisca.card import Card
from Game.brisca.deck import power


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
