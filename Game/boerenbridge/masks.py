"""Sets of cards as bits of a number (a mask): a lane of thirteen bits for each suit."""

from collections.abc import Sequence

from Game.boerenbridge.deck import CARDS, HOW_MANY, LANE, RANKS, THE_LOWEST
from Game.core.stream import Stream

BIT = [0] * 52  # card -> its bit
COUNT = [0] * 8192  # the tables of the deck, in C
LOWEST = [0] * 8192
WHOLE_PACK = list(range(CARDS))
# A bit times this number has other highest six bits for each bit (a De Bruijn sequence).
DE_BRUIJN = 0x03F79D71B4CB0A89
PLACE = [0] * 64  # these six bits -> the place of the bit, which is its card

for _card in range(CARDS):
    BIT[_card] = 1 << _card
for _card in range(64):
    PLACE[(DE_BRUIJN << _card) >> 58 & 63] = _card
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


def cards_of(mask: int) -> list[int]:
    """The cards of a mask, in order."""
    count = count_of(mask)
    if count == 1:  # the usual cases of a seat that follows suit, made fast
        return [WHOLE_PACK[lowest_of(mask)]]
    if count == 2:
        return [WHOLE_PACK[lowest_of(mask)], WHOLE_PACK[lowest_of(mask & (mask - 1))]]
    cards = WHOLE_PACK[:count]  # with its final length: growing a list takes time
    for i in range(count):  # one loop: with a loop for each suit, the processor often guesses wrong
        cards[i] = WHOLE_PACK[lowest_of(mask)]
        mask &= mask - 1
    return cards


def lowest_of(mask: int) -> int:
    """The lowest card of a mask that is not empty."""
    return PLACE[(mask & -mask) * DE_BRUIJN >> 58 & 63]


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
