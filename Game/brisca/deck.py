"""The numbers of Brisca: how many seats and cards there are, and what each card is worth."""

from Game.core.cards import SPANISH

SEATS = 4
CARDS = 40
HAND = 3  # cards in a hand while the deck lasts
ROOM = 40  # places for cards in a hand: a bot may imagine a fuller hand than the rules deal

VALUES = {1: 11, 3: 10, 12: 4, 11: 3, 10: 2}  # number -> points; the other numbers have none

TRUMP_COST = 6  # points that a trump is worth to its holder, by a rule of thumb

NUMBERS = tuple(int(text[1:]) for text in SPANISH.texts)  # card -> its number


def points_of(number: int) -> int:
    """The points of a card with this number."""
    return VALUES.get(number, 0)


def power(suit: object, number: int, trump: object, led: object) -> int:
    """The strength of a card under a trump suit and a led suit. The strongest takes the trick.

    No other function ranks cards in a trick. Compiled modules read the table `powers()`.

    Trumps come before the led suit, and the led suit before the others. Within a suit the card
    with more points is stronger. Among cards without points the higher number is stronger. This
    makes the order 1 3 12 11 10 7 6 5 4 2.
    """
    kind = 2000 if suit == trump else 1000 if suit == led else 0
    return kind + 20 * points_of(number) + number


def powers() -> list[int]:
    """The table of `power`, at (trump suit * 4 + led suit) * 40 + card."""
    return [
        power(card // 10, NUMBERS[card], trump, led)
        for trump in range(4)
        for led in range(4)
        for card in range(CARDS)
    ]
