"""Sets of cards as bits of a number (a mask): a lane of thirteen bits for each suit."""

from collections.abc import Sequence

from Game.boerenbridge.deck import CARDS, HOW_MANY, LANE, RANKS, SUITS, THE_LOWEST
from Game.core.stream import Stream

BIT = [0] * 52  # card -> its bit
COUNT = [0] * 8192  # the tables of the deck, in C
LOWEST = [0] * 8192
WHOLE_PACK = list(range(CARDS))

for _card in range(CARDS):
    BIT[_card] = 1 << _card
for _bits in range(8192):
    COUNT[_bits] = HOW_MANY[_bits]
    LOWEST[_bits] = THE_LOWEST[_bits]


def mask_of(cards: Sequence[int]) -> int:
    """The mask of these cards."""
    mask = 0
    for card in cards:
        if not 0 <= card < CARDS:
            raise ValueError(f"there is no card {card}: they are numbered 0 to 51")
        mask |= BIT[card]
    return mask


def every_suit(lane: int) -> int:
    """The same ranks of all four suits, as a mask."""
    return lane | lane << RANKS | lane << (2 * RANKS) | lane << (3 * RANKS)


def top_ranks(count: int) -> int:
    """The mask of the highest `count` ranks of all four suits."""
    lowest = RANKS - count
    return every_suit(LANE >> lowest << lowest)


def without(mask: int, card: int) -> int:
    """The mask without this card."""
    return mask & ~BIT[card]


def of_suit(mask: int, suit: int) -> int:
    """The cards of this suit that are in the mask, as a mask."""
    return (mask >> (suit * RANKS) & LANE) << (suit * RANKS)


def cards_of(mask: int) -> list[int]:
    """The cards of a mask, in order."""
    cards = WHOLE_PACK[: count_of(mask)]  # with its final length: growing a list takes time
    i = 0
    for suit in range(SUITS):
        lane = mask >> (suit * RANKS) & LANE
        while lane:
            cards[i] = WHOLE_PACK[suit * RANKS + LOWEST[lane]]
            i += 1
            lane &= lane - 1
    return cards


def count_of(mask: int) -> int:
    """How many cards are in a mask."""
    one = COUNT[mask & LANE] + COUNT[mask >> RANKS & LANE]
    return one + COUNT[mask >> (2 * RANKS) & LANE] + COUNT[mask >> (3 * RANKS) & LANE]


def pick(mask: int, stream: Stream) -> int:
    """One of the cards of a mask, each as likely as the others."""
    count = count_of(mask)
    chosen = stream.below(count) if count > 1 else 0
    suit = 0
    while chosen >= COUNT[mask >> (suit * RANKS) & LANE]:
        chosen -= COUNT[mask >> (suit * RANKS) & LANE]
        suit += 1
    lane = mask >> (suit * RANKS) & LANE
    while chosen:
        lane &= lane - 1
        chosen -= 1
    return suit * RANKS + LOWEST[lane]
