"""The rule for the winner of a trick in BoerenBridge. No other module has it.

Compiled modules look up `worth` in the table of `worths()`.
"""

from collections.abc import Sequence

from Game.boerenbridge.deck import CARDS, RANKS, SEATS, SUITS

NO_SUIT = SUITS  # stands for "nothing is led" and "there is no trump"


def worth(suit: object, rank: int, trump: object, led: object) -> int:
    """The worth of a card in a trick. The card with the highest worth takes the trick.

    A card is worth its rank, 13 more if it is of the suit led, and 26 more if it is a trump.
    """
    return rank + (13 if suit == led else 0) + (26 if suit == trump else 0)


def worths() -> list[int]:
    """The table of `worth`, at (trump * 5 + suit led) * 52 + card."""
    return [
        worth(card // RANKS, card % RANKS, trump, led)
        for trump in range(SUITS + 1)
        for led in range(SUITS + 1)
        for card in range(CARDS)
    ]


def best_place(table: Sequence[int], trump: int) -> int:
    """The place of the card that wins; the card that was led is at 0."""
    led = table[0] // RANKS
    values = [worth(card // RANKS, card % RANKS, trump, led) for card in table]
    return values.index(max(values))


def players(played: Sequence[int], opener: int, trump: int) -> list[int]:
    """The seat that played each card of a round, and last the leader of the trick after them."""
    seats: list[int] = []
    leader = opener
    for start in range(0, len(played), SEATS):
        trick = played[start : start + SEATS]
        seats += [(leader + place) % SEATS for place in range(len(trick))]
        if len(trick) == SEATS:
            leader = (leader + best_place(trick, trump)) % SEATS
    return [*seats, leader]
