"""What a learner sees in French Tarot. Seats count from its own, to the right: 0 is itself.

An action is a card to play or to discard, or one of the bids and announcements. Their
numbers follow those of the cards.
"""

from typing import Any

from Game.core.encoder import Block, Encoder
from Game.core.state import State
from Game.tarot.rules.deck import (
    CARDS,
    EXCUSE,
    GROUPS,
    NOBODY,
    PHASES,
    SEATS,
    SUIT,
    TEXTS,
    TRUMPS,
)
from Game.tarot.rules.masks import count, group_of, nth
from Game.tarot.rules.phases import first_leader
from Game.tarot.rules.position import TarotPosition
from Game.tarot.rules.score import debtor
from Game.tarot.rules.tricks import strength

SPEECHES = 5  # bids: pass and the four contracts
ALL_PHASES = len(PHASES)
SCORE = 200.0  # points that count as 1
HAND = 24.0  # cards

BLOCKS = (
    Block("hand", 78, "The cards in the seat's own hand."),
    Block("table", 156, "The card that each other seat has played to the trick, from the right."),
    Block("played", 234, "The cards that each seat has played in this deal."),
    Block("lacks", 156, "The cards that each other seat has shown not to hold."),
    Block("dog", 78, "The dog, once it was shown."),
    Block("aside", 78, "The cards that lie aside, as far as the seat knows them."),
    Block("shown", 234, "The trumps that each seat has shown in a handful."),
    Block("phase", 5, "The bids, the discard, the slam, the handfuls, or the tricks."),
    Block("bids", 15, "The bid of each seat: pass, petite, garde, garde sans, garde contre."),
    Block("contract", 5, "The highest bid so far."),
    Block("taker", 3, "The seat that plays alone."),
    Block("slam", 1, "Whether the taker has announced a slam."),
    Block("dealer", 3, "The dealer."),
    Block("leader", 3, "The seat that has led to the trick, or leads it."),
    Block("debt", 3, "The seat that still owes a card for the excuse."),
    Block("tricks", 3, "The tricks of each seat, as a share of 24."),
    Block("scores", 3, "How far the seat's score is ahead of each seat's, as a share of 200."),
    Block("deals", 1, "The deals that follow, as a share of all deals."),
)


class TarotEncoder(Encoder):
    def __init__(self) -> None:
        super().__init__(BLOCKS, len(TEXTS))

    def write(self, state: State, seat: int, out: Any, at: int) -> int:
        assert isinstance(state, TarotPosition)
        at = self.write_play(state, seat, out, at)
        at = self.write_cards(state, seat, out, at)
        return self.write_rest(state, seat, out, at)

    def write_group(self, mask: int, group: int, out: Any, at: int) -> int:
        """A 1 for each card of a mask of this group."""
        for i in range(count(mask)):
            out[at + group * SUIT + nth(mask, i)] = 1.0
        return 0

    def write_play(self, game: TarotPosition, seat: int, out: Any, at: int) -> int:
        """The blocks from the hand to the cards played."""
        for group in range(GROUPS):
            self.write_group(game.hand[seat * GROUPS + group], group, out, at)
        at += CARDS
        in_trick = game.played_count % SEATS
        first = game.played_count - in_trick
        for i in range(in_trick):
            other = (game.leader + i - seat + SEATS) % SEATS
            if other != 0:
                out[at + (other - 1) * CARDS + game.played[first + i]] = 1.0
        at += (SEATS - 1) * CARDS
        leader = first_leader(game.dealer, game.taker, game.slam)
        player = leader
        led = NOBODY
        power = 0
        for i in range(game.played_count):
            if i % SEATS == 0:
                player = leader
                led = NOBODY
                power = 0
            card = game.played[i]
            if led == NOBODY and card != EXCUSE:
                led = group_of(card)
            if strength(card, led) > power:
                power = strength(card, led)
                leader = player  # of the next trick, if nobody takes this one
            out[at + (player - seat + SEATS) % SEATS * CARDS + card] = 1.0
            player = (player + 1) % SEATS
        return at + SEATS * CARDS

    def write_cards(self, game: TarotPosition, seat: int, out: Any, at: int) -> int:
        """The blocks from the cards that seats lack to the handfuls."""
        for i in range(1, SEATS):
            other = (seat + i) % SEATS
            for group in range(GROUPS):
                place = other * GROUPS + group
                self.write_group(game.barred[place] & game.pack[group], group, out, at)
            at += CARDS
        for group in range(GROUPS):
            self.write_group(game.dog[group], group, out, at)
        at += CARDS
        if game.sees_aside(seat):
            for group in range(GROUPS):
                self.write_group(game.aside[group], group, out, at)
        elif game.has_dog():
            self.write_group(game.aside[TRUMPS], TRUMPS, out, at)
        at += CARDS
        for i in range(SEATS):
            self.write_group(game.shown[(seat + i) % SEATS], TRUMPS, out, at)
            at += CARDS
        return at

    def write_rest(self, game: TarotPosition, seat: int, out: Any, at: int) -> int:
        """The blocks from the phase to the last one."""
        out[at + game.phase] = 1.0
        at += ALL_PHASES
        for i in range(game.bid_count):
            other = (game.dealer + 1 + i - seat + SEATS) % SEATS
            out[at + other * SPEECHES + game.bids[i]] = 1.0
        at += SEATS * SPEECHES
        out[at + game.contract] = 1.0
        at += SPEECHES
        if game.taker != NOBODY:
            out[at + (game.taker - seat + SEATS) % SEATS] = 1.0
        at += SEATS
        if game.slam == 1:
            out[at] = 1.0
        at += 1
        out[at + (game.dealer - seat + SEATS) % SEATS] = 1.0
        at += SEATS
        out[at + (game.leader - seat + SEATS) % SEATS] = 1.0
        at += SEATS
        owing = debtor(game)
        if owing != NOBODY:
            out[at + (owing - seat + SEATS) % SEATS] = 1.0
        at += SEATS
        for i in range(SEATS):
            other = (seat + i) % SEATS
            out[at + i] = game.tricks[other] / HAND
            out[at + SEATS + i] = (game.score[seat] - game.score[other]) / SCORE
        at += 2 * SEATS
        out[at] = (game.deals - game.deal - 1) / (1.0 * game.deals)
        return at + 1
