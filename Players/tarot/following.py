"""The card to put on a trick that another seat has led."""

from Game.tarot.rules.deck import EXCUSE, PETIT, SUIT
from Players.tarot.knowledge import WORTH, is_trump

RICH = 5  # half points that are worth the excuse or a high trump
LATE = 5  # with so few cards left the excuse must be played


def follow(known):
    """The card to play to this trick."""
    choice = [card for card in known.legal if card != EXCUSE]
    if not choice:
        return EXCUSE
    card = best_of(known, choice)
    if EXCUSE in known.legal and is_time_for_the_excuse(known, card):
        return EXCUSE
    return card


def best_of(known, choice):
    """The card to play, without the excuse."""
    if known.partner_wins() and known.holds(known.best):
        return feed(known, choice)
    winning = [card for card in choice if known.wins(card)]
    if winning and is_trump(winning[0]):
        return with_a_trump(known, winning)
    sure = [card for card in winning if known.holds(card)]
    return max(sure, key=lambda card: (WORTH[card], card)) if sure else throw(choice)


def with_a_trump(known, winning):
    """The petit if no other seat can beat it, else the lowest trump that is enough."""
    if PETIT in winning and known.holds(PETIT):
        return PETIT
    others = [card for card in winning if card != PETIT] or winning
    sure = [card for card in others if known.holds(card)]
    return min(sure if sure and known.stake >= RICH else others)


def feed(known, choice):
    """Put the petit on the partner's trick, or points that would not win a trick themselves."""
    if PETIT in choice:
        return PETIT
    plain = [card for card in choice if not is_trump(card)]
    if not plain:
        return min(choice)
    weak = [
        card
        for card in plain
        if not known.is_master(card) or known.may_ruff(known.taker, card // SUIT)
    ]
    return max(weak or plain, key=lambda card: (WORTH[card], -card))


def throw(choice):
    """The card of least worth, for a trick that is lost."""
    return min(choice, key=lambda card: (WORTH[card], card % SUIT))


def is_time_for_the_excuse(known, card):
    """Would `card` lose much, or is it late?

    In the last trick the excuse goes to the other side, unless its own side has taken all tricks.
    """
    if known.slam and known.is_taker:
        return False
    if len(known.hand) == 2:
        return True
    if known.wins(card) and known.holds(card):
        return False
    if known.partner_wins() and known.holds(known.best):
        return False
    return WORTH[card] >= RICH or len(known.hand) <= LATE
