"""What the taker lays away for the dog: suits that become void, and points that would be lost."""

from Game.tarot.rules.deck import KING, SUIT
from Players.tarot.knowledge import WORTH, is_trump, of_group


def lay_away(legal, hand):
    """One of the cards that may be laid away; kings and bouts never may."""
    if all(is_trump(card) for card in legal):
        return min(legal)
    return min(legal, key=lambda card: first_to_go(card, of_group(hand, card // SUIT)))


def first_to_go(card, suit):
    """Suits without their king go first, the shortest and in it the richest card before others.

    Beside a king his queen is kept: she is likely to win the next round of the suit.
    """
    has_king = suit[-1] % SUIT == KING
    is_his_queen = has_king and card % SUIT == KING - 1
    return has_king + is_his_queen, len(suit), -WORTH[card], card
