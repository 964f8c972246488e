"""What a hand is worth, and what is bid for it. The numbers are in `Game/tarot/estimate.py`."""

from collections.abc import Sequence

from Game.tarot.deck import BIDS, CONTRACTS, EXCUSE, KING, PETIT, SUIT, TRUMPS, TWENTY_ONE
from Game.tarot.estimate import HIGH, LEAST, LONG, NOTHING, WORTHS
from Players.tarot.knowledge import is_trump, of_group


def features(hand):
    """How often each feature is in a hand."""
    trumps = [card for card in hand if is_trump(card)]
    suits = [of_group(hand, suit) for suit in range(TRUMPS)]
    places = [card % SUIT for suit in suits for card in suit]
    return {
        "the petit": int(PETIT in hand),
        "the 21": int(TWENTY_ONE in hand),
        "the excuse": int(EXCUSE in hand),
        "a trump": len(trumps),
        "a high trump": sum(card - PETIT + 1 >= HIGH for card in trumps),
        "a king": places.count(KING),
        "a queen": places.count(KING - 1),
        "a cavalier": places.count(KING - 2),
        "a card of a long suit": sum(max(0, len(suit) + 1 - LONG) for suit in suits),
    }


def worth(hand: Sequence[int]) -> float:
    """By how many points the taker with this hand is expected to reach more than he needs."""
    found = features(hand)
    return NOTHING + sum(WORTHS[name] * found[name] for name in WORTHS)


def bid(legal, hand):
    """The highest bid that the hand is worth, or passe."""
    value = worth(hand)
    return max(n for n in legal if n == BIDS or value >= LEAST[CONTRACTS[n - BIDS].text])
