"""Sets of cards of one group as bits of a number: count them, find the n-th."""

from Game.tarot.rules.deck import SUIT, TRUMPS

HALF = 11  # a group has at most 22 cards, so two look-ups in tables of 11 bits are enough

BITS = [0] * 2048  # how many bits a number has
NTH = [0] * 22528  # (number, n) -> the place of its n-th bit; 11 apart

for _number in range(2048):
    for _place in range(HALF):
        if _number >> _place & 1:
            NTH[_number * HALF + BITS[_number]] = _place
            BITS[_number] += 1


def count(mask: int) -> int:
    """How many cards are in the set."""
    return BITS[mask & 2047] + BITS[mask >> HALF]


def nth(mask: int, n: int) -> int:
    """The place of the n-th card of the set, the lowest first, from 0."""
    low = mask & 2047
    if n < BITS[low]:
        return NTH[low * HALF + n]
    return HALF + NTH[(mask >> HALF) * HALF + n - BITS[low]]


def cards_in(mask: int, group: int) -> list[int]:
    """The cards of a set of this group, the lowest first."""
    return [group * SUIT + nth(mask, i) for i in range(count(mask))]


def group_of(card: int) -> int:
    """The suit of a card (0 to 3), or TRUMPS."""
    return card // SUIT if card < TRUMPS * SUIT else TRUMPS


def bit_of(card: int) -> int:
    """The bit of a card in its group."""
    return 1 << card - group_of(card) * SUIT
