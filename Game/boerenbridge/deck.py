"""The numbers of BoerenBridge, and the rule for the winner of a trick.

The numbers are those of seats, cards and actions, and bits of cards. No other module has the rule:
compiled modules look up `worth` in the table of `worths()`.
"""

from collections.abc import Sequence

from Game.core.cards import FRENCH

SEATS = 4
SUITS = 4
RANKS = 13
NO_SUIT = SUITS  # stands for "nothing is led" and "there is no trump"
CARDS = 52
MOST = 13  # cards in a hand, at most: then all are dealt
LONGEST = 52  # rounds in a game, at most

# An action below 52 plays that card; 52 is the bid of no trick, 53 of one trick, and so on.
BIDS = 52
TEXTS = (*FRENCH.texts, *(f"bid {wins}" for wins in range(MOST + 1)))

LANE = 0x1FFF  # the thirteen bits of one suit
HOW_MANY = [0] * 8192  # thirteen bits -> how many of them are set
THE_LOWEST = [0] * 8192  # thirteen bits -> the lowest that is set

for _bits in range(1, 8192):
    HOW_MANY[_bits] = HOW_MANY[_bits >> 1] + (_bits & 1)
    THE_LOWEST[_bits] = 0 if _bits & 1 else THE_LOWEST[_bits >> 1] + 1


def cards_in_play(cards: int, full: bool) -> list[int]:
    """The pack of a round with so many cards: all of it, or the top ranks of each suit."""
    lowest = 0 if full else RANKS - cards
    return [card for card in range(CARDS) if card % RANKS >= lowest]


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
