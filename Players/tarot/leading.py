"""The card to lead."""

from Game.tarot.rules.deck import EXCUSE, PETIT, SUIT, TRUMPS
from Players.tarot.knowledge import WORTH, is_trump, of_group

PLENTY = 8  # trumps with which the taker hunts the petit


def lead(known):
    """The card to lead."""
    choice = [card for card in known.hand if card != EXCUSE]
    if not choice:
        return EXCUSE
    if known.slam and known.is_taker:
        return to_take_all(known, choice)
    if EXCUSE in known.hand and len(known.hand) == 2:
        return EXCUSE  # in the last trick it would go to the other side
    return as_taker(known, choice) if known.is_taker else as_defender(known, choice)


def to_take_all(known, choice):
    """Trumps from the top until nobody has any, then suits from the top."""
    trumps = of_group(choice, TRUMPS)
    if trumps and (known.trumps_out() or len(trumps) == len(choice)):
        return trumps[-1]
    return max(in_suits(choice), key=lambda card: (known.is_master(card), card % SUIT))


def as_taker(known, choice):
    trumps = [card for card in of_group(choice, TRUMPS) if card != PETIT]
    if trumps and known.trumps_out() and draws_trumps(known, trumps):
        return trumps[-1] if known.is_master(trumps[-1]) else trumps[0]
    return first_of(masters(known, choice), longest(choice), trumps, choice)


def draws_trumps(known, trumps):
    """Are there more trumps than are out, or enough high ones to catch the petit?"""
    if len(trumps) >= known.trumps_out():
        return True
    return PETIT in known.out and len(trumps) >= PLENTY and known.is_master(trumps[-1])


def as_defender(known, choice):
    ruffed = [card for card in in_suits(choice) if known.may_ruff(known.taker, card // SUIT)]
    trumps = [card for card in of_group(choice, TRUMPS) if card != PETIT]
    costly = sorted(ruffed, key=lambda card: (WORTH[card], card))  # to the taker: a trump
    return first_of(masters(known, choice), costly, longest(choice), trumps, choice)


def first_of(*rows):
    """The first card of the first row that has any."""
    return next(row[0] for row in rows if row)


def masters(known, choice):
    """Masters of suits that no enemy is known to ruff, the richest first."""
    enemies = [seat for seat in known.others if not known.is_ours(seat)]
    safe = [
        card
        for card in in_suits(choice)
        if known.is_master(card) and not any(known.may_ruff(e, card // SUIT) for e in enemies)
    ]
    return sorted(safe, key=lambda card: -WORTH[card])


def longest(choice):
    """The cards of the longest suit, the least first."""
    suit = max([of_group(choice, suit) for suit in range(TRUMPS)], key=len)
    return sorted(suit, key=lambda card: (WORTH[card], card))


def in_suits(cards):
    return [card for card in cards if not is_trump(card)]
