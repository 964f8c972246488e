"""What a learner sees in BoerenBridge. Seats count from its own, to the left: 0 is itself.

There are six sets of features here. `raw` has the seat's hand, the cards played, bids and scores.
`kripke` adds the seat's Kripke model: for each card a bit for each seat that may hold it.
`marginals` adds instead the share of the possible deals in which the seat holds it. With `+others`,
a set also has the common knowledge: the same numbers for a spectator, who sees no hand. `raw` has
no such numbers of its own, so `raw+others` has the bits of a spectator's Kripke model. Another set
is in `turned.py`.

An action is a card, or 52 and more for bids.
"""

from typing import Any

from Game.boerenbridge.deck import CARDS, RANKS, SEATS, SUITS
from Game.boerenbridge.marginals import Marginals
from Game.boerenbridge.masks import count_of, top_ranks
from Game.boerenbridge.rules import BoerenBridgeRules
from Game.core.encoder import Block, Encoder
from Game.core.state import State

CALLS = 14  # bids: no trick, one, ... thirteen
OWNERS = SEATS * CARDS
SCORE = 50.0  # points that count as 1

RAW = (
    Block("hand", 52, "The cards in the seat's own hand."),
    Block("table", 156, "The card that each other seat has played to the trick, from the left."),
    Block("played", 208, "The cards that each seat has played in this round."),
    Block("trump", 4, "The suit of trumps."),
    Block("led", 4, "The suit that was led to this trick."),
    Block("bids", 56, "The last bid of each seat in this round."),
    Block("has_bid", 4, "The seats that have bid in this round."),
    Block("missing", 4, "The tricks that each seat still needs for its bid, as a share of 13."),
    Block("tricks", 4, "The tricks of each seat in this round, as a share of 13."),
    Block("voids", 16, "The suits that each seat did not follow."),
    Block("scores", 4, "How far the seat's score is ahead of each seat's, as a share of 50."),
    Block("dealer", 4, "The seat that bids last."),
    Block("calling", 1, "Whether the bids are still to be made."),
    Block("cards", 1, "The cards dealt to each seat in this round, as a share of 13."),
    Block("left", 1, "The cards that are left in the seat's hand, as a share of 13."),
    Block("rounds", 1, "The rounds that follow, as a share of all rounds."),
)
KRIPKE = Block("owners", OWNERS, "For each seat, the cards that it may hold.")
MARGINALS = Block("chances", OWNERS, "For each seat, the chance of each card to be in its hand.")
KNOWN_OWNERS = Block(
    "known_owners", OWNERS, "For each seat, the cards that it may hold, as far as everybody knows."
)
KNOWN_CHANCES = Block(
    "known_chances",
    OWNERS,
    "For each seat, the chance of each card to be in its hand, as far as everybody knows.",
)
# For each kind of features: the blocks after RAW, and the block that `+others` adds.
KINDS = {
    "raw": ((), KNOWN_OWNERS),
    "kripke": ((KRIPKE,), KNOWN_OWNERS),
    "marginals": ((MARGINALS,), KNOWN_CHANCES),
}
FEATURE_SETS = tuple([kind + more for kind in KINDS for more in ("", "+others")])


def blocks_of(features: str) -> tuple[Block, ...]:
    """The blocks of a set of features."""
    kind, _, others = features.partition("+")
    own, known = KINDS[kind]
    return (*RAW, *own, *((known,) if others else ()))


class BoerenBridgeEncoder(Encoder):
    def __init__(self, features: str) -> None:
        super().__init__(blocks_of(features), CARDS + CALLS)
        self.has_bits = features.startswith("kripke")
        self.has_chances = features.startswith("marginals")
        self.has_others = features.endswith("+others")
        self.marginals = Marginals()

    def write(self, state: State, seat: int, out: Any, at: int) -> int:
        assert isinstance(state, BoerenBridgeRules)
        at = self.write_cards(state, seat, out, at)
        at = self.write_bids(state, seat, out, at)
        if self.has_bits:
            at = self.write_owners(state, seat, seat, out, at)
        if self.has_chances:
            at = self.write_chances(state, seat, seat, out, at)
        if self.has_others and self.has_chances:
            at = self.write_chances(state, -1, seat, out, at)
        elif self.has_others:
            at = self.write_owners(state, -1, seat, out, at)
        return at

    def write_cards(self, game: BoerenBridgeRules, seat: int, out: Any, at: int) -> int:
        """The blocks from the hand to the suit led."""
        one = 1  # in C as wide as a mask
        for card in range(CARDS):
            if game.hand[seat] & one << card:
                out[at + card] = 1.0
        at += CARDS
        player = game.opener
        leader = game.opener
        in_trick = game.place_in_trick()
        for i in range(game.played_count):
            place = i & 3
            if place == 0 and i > 0:
                leader = (leader + game.best_place(i - SEATS)) & 3
            player = (leader + place - seat) & 3
            card = game.played[i]
            if i >= game.played_count - in_trick and player != 0:
                out[at + (player - 1) * CARDS + card] = 1.0
            out[at + (3 + player) * CARDS + card] = 1.0
        at += 7 * CARDS
        out[at + game.trump] = 1.0
        at += SUITS
        if game.suit_led() >= 0:
            out[at + game.suit_led()] = 1.0
        return at + SUITS

    def write_bids(self, game: BoerenBridgeRules, seat: int, out: Any, at: int) -> int:
        """The blocks from the bids to the last one."""
        most = 13.0
        for i in range(SEATS):
            other = (seat + i) & 3
            bid = game.bid_of(other)
            if bid >= 0:
                out[at + i * CALLS + bid] = 1.0
                out[at + SEATS * CALLS + i] = 1.0
                out[at + SEATS * CALLS + SEATS + i] = (bid - game.won[other]) / most
            out[at + SEATS * CALLS + 2 * SEATS + i] = game.won[other] / most
        at += SEATS * CALLS + 3 * SEATS
        for i in range(SEATS):
            other = (seat + i) & 3
            for suit in range(SUITS):
                if game.voids[other] >> suit & 1:
                    out[at + i * SUITS + suit] = 1.0
        at += SEATS * SUITS
        for i in range(SEATS):
            out[at + i] = (game.score[seat] - game.score[(seat + i) & 3]) / SCORE
        at += SEATS
        out[at + ((game.dealer() - seat) & 3)] = 1.0
        at += SEATS
        if game.calling:
            out[at] = 1.0
        out[at + 1] = game.cards / most
        out[at + 2] = count_of(game.hand[seat]) / most
        rounds = len(game.schedule)
        out[at + 3] = (rounds - game.round - 1) / (1.0 * rounds)
        return at + 4

    def unseen_by(self, game: BoerenBridgeRules, watcher: int) -> int:
        """The cards that a seat (-1: a spectator) has not seen in this round, as a mask."""
        one = 1  # in C as wide as a mask
        unseen = top_ranks(RANKS if game.full else game.cards)
        for i in range(game.played_count):
            unseen &= ~(one << game.played[i])
        if watcher >= 0:
            unseen &= ~game.hand[watcher]
        return unseen

    def write_owners(
        self, game: BoerenBridgeRules, watcher: int, seat: int, out: Any, at: int
    ) -> int:
        """For each seat, the cards that it may hold for the watcher (-1: a spectator)."""
        one = 1  # in C as wide as a mask
        unseen = self.unseen_by(game, watcher)
        for i in range(SEATS):
            other = (seat + i) & 3
            for card in range(CARDS):
                if other == watcher:
                    may_hold = game.hand[other] & one << card
                else:
                    may_hold = unseen & one << card
                    if game.voids[other] >> (card // RANKS) & 1 or not game.hand[other]:
                        may_hold = 0
                if may_hold:
                    out[at + i * CARDS + card] = 1.0
        return at + OWNERS

    def write_chances(
        self, game: BoerenBridgeRules, watcher: int, seat: int, out: Any, at: int
    ) -> int:
        """For each seat, the chance of each card to be in its hand, for the watcher."""
        one = 1  # in C as wide as a mask
        unseen = self.unseen_by(game, watcher)
        chances = self.marginals
        left = count_of(unseen)
        chances.begin()
        for other in range(SEATS):
            if other != watcher:
                chances.set_holder(other, count_of(game.hand[other]), game.voids[other])
                left -= count_of(game.hand[other])
        chances.set_holder(SEATS, left, 0)  # the cards aside
        chances.set_pool(unseen)
        for i in range(SEATS):
            other = (seat + i) & 3
            for card in range(CARDS):
                if other == watcher:
                    if game.hand[other] & one << card:
                        out[at + i * CARDS + card] = 1.0
                elif unseen & one << card:
                    out[at + i * CARDS + card] = chances.chance(other, card // RANKS)
        return at + OWNERS
