"""The discard: short suits, and points that would be lost."""

from Game.tarot.rules.deck import KING, SUIT
from Players.tarot.knowledge import WORTH, is_trump, of_group


def lay_away(legal, hand):
    """One of the cards that may be laid away; kings and bouts never may."""
    if all(is_trump(card) for card in legal):
        return min(legal)
    return min(legal, key=lambda card: discard_order(card, of_group(hand, card // SUIT)))


def discard_order(card, suit):
    """The card with the smallest of these goes first: from a short suit without its king, and rich.

    The queen beside her king goes last: she is likely to win the next round of the suit.
    `habitual_discard` of `Game/tarot/playouts/bidding.py` is a fast copy of this rule, which breaks
    ties in its own way; a test compares the two.
    """
    has_king = suit[-1] % SUIT == KING
    is_his_queen = has_king and card % SUIT == KING - 1
    return has_king + is_his_queen, len(suit), -WORTH[card], card
