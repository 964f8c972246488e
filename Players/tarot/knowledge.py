"""The knowledge of a seat at its turn: the card that wins so far, and the cards still out.

Cards are numbers of the Tarot deck. A group is a suit (0 to 3) or TRUMPS. The excuse is in no group
here: it follows everything and takes nothing.
"""

from Game.tarot.rules.deck import (
    CARDS,
    EXCUSE,
    FIRST_TRUMP,
    NOBODY,
    SEATS,
    TRUMPS,
    half_points_of,
)
from Game.tarot.rules.masks import group_of
from Game.tarot.rules.tricks import beats, best_place

WORTH = [half_points_of(card) for card in range(CARDS)]  # in half points


def is_trump(card):
    return FIRST_TRUMP <= card < EXCUSE


def of_group(cards, group):
    """The cards of a group, lowest first."""
    return sorted(card for card in cards if is_in(card, group))


def is_in(card, group):
    """Is the card in the group?"""
    return card != EXCUSE and group_of(card) == group


class Known:
    """One look at the table, from a seat that is to play a card."""

    def __init__(self, observation):
        now = observation.now()
        world = observation.position()
        self.taker = now.taker
        self.slam = now.slam  # did the taker announce one?
        self.is_taker = now.seat == now.taker
        self.hand = list(now.hand)
        self.legal = world.legal()

        # The cards in the other hands or hidden aside, and the cards that each other seat may have.
        self.out = set(range(CARDS)).difference(now.played, now.hand, now.known_aside)
        self.others = [(now.seat + 1) % SEATS, (now.seat + 2) % SEATS]
        self.may_hold = {}
        for seat in self.others:
            dog = () if seat == self.taker else now.dog  # it went to the taker
            self.may_hold[seat] = self.out.difference(dog, world.lacks(seat))

        self.trick = world.on_table()
        self.stake = sum(WORTH[card] for card in self.trick if card != EXCUSE)
        self.best = NOBODY  # the card that wins so far
        self.winner = NOBODY  # the seat that has played it
        place = best_place(self.trick)
        if place >= 0:
            self.best, self.winner = self.trick[place], (now.leader + place) % SEATS
        to_come = [(now.seat + n) % SEATS for n in range(1, SEATS - len(self.trick))]
        self.enemies_to_come = [seat for seat in to_come if not self.is_ours(seat)]

    def is_ours(self, seat):
        return (seat == self.taker) == self.is_taker

    def partner_wins(self):
        """Does the partner win the trick so far?"""
        return self.winner != NOBODY and self.is_ours(self.winner)

    def wins(self, card):
        """Would this card win the trick so far?"""
        return card != EXCUSE and (self.best == NOBODY or beats(card, self.best))

    def may_follow(self, seat, group):
        return any(is_in(card, group) for card in self.may_hold[seat])

    def may_ruff(self, seat, suit):
        """Has the seat shown that it has none of the suit, and not that it has no trump?"""
        return not self.may_follow(seat, suit) and self.may_follow(seat, TRUMPS)

    def is_master(self, card):
        """Is no card out that is higher in its group?"""
        return not any(beats(other, card) for other in of_group(self.out, group_of(card)))

    def holds(self, card):
        """If this card wins now, can no later seat beat it, as far as play has shown?"""
        group = group_of(card)
        for seat in self.enemies_to_come:
            if any(other > card for other in of_group(self.may_hold[seat], group)):
                return False
            if group != TRUMPS and self.may_ruff(seat, group):
                return False
        return True

    def trumps_out(self):
        return len(of_group(self.out, TRUMPS))
