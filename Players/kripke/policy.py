"""The questions that GreedyKripke and FullKripke ask, answered by the models of single cards.

Both agents ask who may still hold a card. `Players/boerenbridge/agents.py` finds the same answers
in masks of cards, in a fraction of the time. A test compares the two.
"""

from collections.abc import Iterable

from Game.boerenbridge.deck import RANKS
from Players.kripke.worlds import Models, possible_holders


def cards_others_may_hold(
    models: Models, seat: int, hand: Iterable[int], suit: int
) -> tuple[int, ...]:
    """The cards of a suit still in play that, as far as a seat knows, another seat may hold."""
    own = set(hand)
    return tuple(
        [
            card
            for card, model in models.items()
            if card // RANKS == suit
            and not model.out
            and any(holder in range(4) for holder in possible_holders(model, seat, card in own))
            and card not in own
        ]
    )


def others_may_hold(models: Models, seat: int, hand: Iterable[int], suit: int) -> bool:
    """May anybody else still have a card of the suit?"""
    return bool(cards_others_may_hold(models, seat, hand, suit))
