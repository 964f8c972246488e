"""The slam is announced only if it is sure: every card of the hand takes its trick."""

from Game.tarot.rules.deck import EXCUSE, TRUMPS
from Players.tarot.knowledge import of_group


def is_sure(hand, out):
    """Would the taker with this hand take every trick, for every possible deal of the other cards?

    The taker leads trumps from the top until no other seat has any, then suits from the top, and
    the excuse last.
    """
    held = [card for card in hand if card != EXCUSE]
    return all(
        is_running(of_group(held, group), of_group(out, group)) for group in range(TRUMPS + 1)
    )


def is_running(mine, theirs):
    """Do these cards of a group, led from the top, all win? One seat may hold all the others."""
    if not mine:
        return True
    tops = sum(card > max(theirs, default=-1) for card in mine)
    return tops == len(mine) or tops >= len(theirs)
