"""The agents of BoerenBridge, written sentence by sentence from their authors' description.

Cards are texts. The models of single cards say what others may hold. If the description leaves a
choice, a function returns all the cards that it allows.
"""

from fractions import Fraction

from Game.boerenbridge.deck import RANKS, SEATS, cards_in_play
from Players.kripke.announcements import announcements_of
from Players.kripke.policy import cards_others_may_hold
from Players.kripke.worlds import first_models


class Sight:
    """The things that the seat to act sees, in plain lists."""

    def __init__(self, state):
        view = state.view(state.turn)
        self.seat, self.trump, self.cards = view.seat, view.trump, view.cards
        self.hand = list(view.hand)
        self.table = list(view.played[len(view.played) // SEATS * SEATS :])
        self.legal = state.legal()
        self.bid, self.taken = state.bid_of(view.seat), view.won[view.seat]
        pack = cards_in_play(view.cards, state.full)
        heard = announcements_of(view.played, view.opener, view.trump)
        self.models = first_models(pack, state.full).after(*heard)
        self.pack = pack

    @property
    def led(self):
        return self.table[0] // RANKS if self.table else None

    def of(self, suit):
        return [card for card in self.hand if card // RANKS == suit]

    def out(self, suit):
        return cards_others_may_hold(self.models, self.seat, self.hand, suit)

    def value(self, card):
        suit = card // RANKS
        return card % RANKS + 13 * (suit == self.led) + 26 * (suit == self.trump)

    def best(self):
        return max(self.table, key=self.value)

    def is_highest_left(self, suit):
        return bool(self.of(suit)) and max(self.of(suit)) > max(self.out(suit), default=-1)

    def lowest(self):
        return least(self.hand, lambda c: c % RANKS + 26 * (c // RANKS == self.trump))

    @property
    def side(self):
        return [suit for suit in range(4) if suit != self.trump]


def least(cards, key):
    return {card for card in cards if key(card) == min(map(key, cards))}


def most(cards, key):
    return {card for card in cards if key(card) == max(map(key, cards))}


def guess(hand, pack, trump):
    def mean(cards):
        values = [card % RANKS + 13 * (card // RANKS == trump) for card in cards]
        return Fraction(sum(values), len(cards))

    n, ratio = len(hand), mean(hand) / mean(pack)
    steps = ((Fraction(8, 10), 0), (Fraction(11, 10), n // 4), (Fraction(13, 10), n // 2))
    return next((wins for limit, wins in steps if ratio < limit), n)


def greedy(sight):
    return most(sight.legal, sight.value)


def greedy_kripke(sight):
    if not sight.table:
        return _open(sight)
    if sight.of(sight.led):
        return {_follow(sight)}
    return _ruff(sight)


def full_kripke(sight):
    return greedy_kripke(sight) if sight.taken < sight.bid else _lose(sight)


def _open(s):
    if s.out(s.trump):
        if s.is_highest_left(s.trump):
            return {max(s.of(s.trump))}
        if sure := {max(s.of(suit)) for suit in s.side if s.is_highest_left(suit) and s.out(suit)}:
            return sure
        if any(s.is_highest_left(suit) for suit in s.side):
            return s.lowest()
        long = {min(s.of(suit)) for suit in s.side if len(s.of(suit)) > 1}
    else:
        if sure := {max(s.of(suit)) for suit in s.side if s.is_highest_left(suit)}:
            return sure
        long = {min(s.of(suit)) for suit in range(4) if len(s.of(suit)) > 1}
    return long or s.lowest()


def _follow(s):
    own = s.of(s.led)
    if s.led != s.trump and s.best() // RANKS == s.trump:
        return min(own)
    best_of_suit = max(card for card in s.table if card // RANKS == s.led)
    return max(own) if s.is_highest_left(s.led) and max(own) > best_of_suit else min(own)


def _ruff(s):
    trumps = s.of(s.trump)
    if not trumps:
        return s.lowest()
    if len(s.table) == SEATS - 1:
        if s.best() // RANKS != s.trump:
            return least(s.hand, lambda card: card % RANKS)
        return {max(trumps)} if max(trumps) > s.best() else s.lowest()
    return {max(trumps)} if s.out(s.led) and s.out(s.trump) else {min(trumps)}


def _lose(s):
    if not s.table:
        return s.lowest()
    best = s.best()
    if own := s.of(s.led):
        losing = [card for card in own if s.value(card) < s.value(best)]
        return {max(losing)} if losing else {min(own)}
    trumps = s.of(s.trump)
    under = [card for card in trumps if best // RANKS == s.trump and card < best]
    if under:
        return {max(under)}
    useless = [c for suit in s.side for c in s.of(suit) if c < max(s.out(suit), default=-1)]
    if useless:
        return most(useless, lambda card: card % RANKS)
    return {min(trumps)} if trumps else s.lowest()
