"""The numbers of Brisca: how many of what, and what each card is worth."""

from Game.core.cards import SPANISH

SEATS = 4
CARDS = 40
HAND = 3  # cards in a hand while the deck lasts

VALUES = {1: 11, 3: 10, 12: 4, 11: 3, 10: 2}  # what a number counts; the others count nothing

NUMBERS = tuple(int(text[1:]) for text in SPANISH.texts)  # what is printed on each card


def points_of(number: int) -> int:
    """What a card with this number counts."""
    return VALUES.get(number, 0)


def power(suit: object, number: int, trump: object, led: object) -> int:
    """The strength of a card under a trump suit and a led suit; the highest takes the trick.

    Trumps go before the led suit, and that before the others. Within a suit the card that counts
    more is the stronger, and among those that count nothing the higher number: this makes the
    order 1 3 12 11 10 7 6 5 4 2.
    """
    kind = 2000 if suit == trump else 1000 if suit == led else 0
    return kind + 20 * points_of(number) + number
