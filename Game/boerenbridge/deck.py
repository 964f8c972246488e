"""The numbers of BoerenBridge: seats, cards, the numbers of actions, and bits of cards."""

from Game.core.cards import FRENCH

SEATS = 4
SUITS = 4
RANKS = 13
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
