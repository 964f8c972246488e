"""What a learner sees in Brisca. Seats count from its own: 0 is itself, 2 its partner.

There are two sets of features. With `raw` an action is the number of the card, and the suits keep
their names. With `turned` the suits are renamed in each position: trumps come first, then the suit
led, then the others in the order of the seat's best card. So what a network learns in one suit is
learned for all. `turned` also says which card is the best of the trick so far.
"""

from typing import Any

from Game.brisca.deck import CARDS, NUMBERS, ROOM, SEATS, points_of, powers
from Game.brisca.rules import BriscaRules
from Game.core.encoder import Block, Encoder
from Game.core.state import State

POINTS_IN_ALL = 120.0
TO_DRAW = 28.0  # cards in the deck after the deal
SUITS = 4
SUIT = 10  # cards in a suit
POINTS = [0] * 40  # card -> its points
POWERS = [0] * 640  # (trump suit, led suit, card) -> its strength

for _card in range(CARDS):
    POINTS[_card] = points_of(NUMBERS[_card])
for _place, _power in enumerate(powers()):
    POWERS[_place] = _power

FEATURE_SETS = ("raw", "turned")

BLOCKS = (
    Block("hand", 40, "The cards in the seat's own hand."),
    Block("table", 120, "The card that each other seat has played to the trick, from the left."),
    Block("won", 80, "The cards that its own side has won, and those of the opponents."),
    Block("trump", 40, "The card turned up."),
    Block("holder", 4, "The seat that has drawn the card turned up, and still holds it."),
    Block("trump_suit", 4, "The suit of trumps."),
    Block("led_suit", 4, "The suit that was led to this trick."),
    Block("place", 4, "How many cards lie in the trick."),
    Block("points", 2, "The points of its own side and of the opponents, as a share of 120."),
    Block("deck", 1, "The cards that are left to draw, as a share of 28."),
)


class BriscaEncoder(Encoder):
    def __init__(self) -> None:
        super().__init__(BLOCKS, CARDS)

    def write(self, state: State, seat: int, out: Any, at: int) -> int:
        assert isinstance(state, BriscaRules)
        game = state
        for i in range(seat * ROOM, seat * ROOM + game.hand_size[seat]):
            out[at + game.hand[i]] = 1.0
        at += CARDS
        for i in range(game.table_size):
            other = (game.leader + i - seat) & 3
            out[at + (other - 1) * CARDS + game.table[i]] = 1.0
        at += 3 * CARDS
        for other in range(SEATS):
            side = (other - seat) & 1
            for i in range(other * ROOM, other * ROOM + game.pile_size[other]):
                out[at + side * CARDS + game.won[i]] = 1.0
        at += 2 * CARDS
        out[at + game.trump] = 1.0
        at += CARDS
        if game.top == game.bottom:
            for other in range(SEATS):
                for i in range(other * ROOM, other * ROOM + game.hand_size[other]):
                    if game.hand[i] == game.trump:
                        out[at + ((other - seat) & 3)] = 1.0
        at += SEATS
        out[at + game.trump // SUIT] = 1.0
        at += SUITS
        if game.table_size:
            out[at + game.table[0] // SUIT] = 1.0
        at += SUITS
        if game.table_size < SEATS:
            out[at + game.table_size] = 1.0
        at += SEATS
        own = seat & 1
        out[at] = (game.score[own] + game.score[own + 2]) / POINTS_IN_ALL
        out[at + 1] = (game.score[1 - own] + game.score[3 - own]) / POINTS_IN_ALL
        out[at + 2] = (game.bottom - game.top) / TO_DRAW
        return at + 3

    def mark(self, state: State, out: Any, at: int) -> int:
        assert isinstance(state, BriscaRules)
        game = state
        start = game.turn * ROOM
        for i in range(game.hand_size[game.turn]):
            out[at + game.hand[start + i]] = 1
        return game.hand_size[game.turn]


TURNED = (
    Block("hand", 40, "The cards in the seat's own hand."),
    Block("takes", 40, "The cards in its hand that would beat the trick so far."),
    Block("table", 120, "The card that each other seat has played to the trick, from the left."),
    Block("gone", 40, "The cards that have been won."),
    Block("trump", 10, "The card turned up, if it is in the deck or in a hand; else none."),
    Block("holder", 4, "The seat that has drawn the card turned up, and still holds it."),
    Block("place", 4, "How many cards lie in the trick."),
    Block("winner", 4, "The seat whose card is the best of the trick so far."),
    Block("stake", 1, "The points that lie in the trick, as a share of 30."),
    Block("led", 1, "Whether the suit led is not trumps."),
    Block("points", 2, "The points of its own side and of the opponents, as a share of 120."),
    Block("ahead", 13, "How far its side is ahead: one of 13 steps of 20 points."),
    Block("tricks", 10, "How many tricks have been taken."),
)
STAKE = 30.0


class TurnedBriscaEncoder(Encoder):
    """The cards are numbered with the new names of the suits, in observations and actions."""

    def __init__(self) -> None:
        super().__init__(TURNED, CARDS)
        self.new_name = [0] * 4  # of each suit

    def rename(self, game: BriscaRules, seat: int) -> int:
        """Give the suits their new names, for this seat."""
        trump = game.trump // SUIT
        led = game.table[0] // SUIT if game.table_size else trump
        best = [0, 0, 0, 0]
        for i in range(seat * ROOM, seat * ROOM + game.hand_size[seat]):
            suit = game.hand[i] // SUIT
            power = POWERS[(trump * SUITS + trump) * CARDS + game.hand[i]] + 1
            best[suit] = max(best[suit], power)
        best[led] += 10_000
        best[trump] += 20_000
        for suit in range(SUITS):
            name = 0
            for other in range(SUITS):
                if best[other] > best[suit] or (best[other] == best[suit] and other < suit):
                    name += 1
            self.new_name[suit] = name
        return 0

    def new_card(self, card: int) -> int:
        """The number of a card with the new name of its suit."""
        return self.new_name[card // SUIT] * SUIT + card % SUIT

    def write(self, state: State, seat: int, out: Any, at: int) -> int:
        assert isinstance(state, BriscaRules)
        game = state
        self.rename(game, seat)
        row = 0
        most = -1
        if game.table_size:
            row = (game.trump // SUIT * SUITS + game.table[0] // SUIT) * CARDS
            most = POWERS[row + game.table[game.best_place()]]
        for i in range(seat * ROOM, seat * ROOM + game.hand_size[seat]):
            out[at + self.new_card(game.hand[i])] = 1.0
            if POWERS[row + game.hand[i]] > most:
                out[at + CARDS + self.new_card(game.hand[i])] = 1.0
        at += 2 * CARDS
        stake = 0
        for i in range(game.table_size):
            other = (game.leader + i - seat) & 3
            out[at + (other - 1) * CARDS + self.new_card(game.table[i])] = 1.0
            stake += POINTS[game.table[i]]
        at += 3 * CARDS
        taken = 0
        for other in range(SEATS):
            taken += game.pile_size[other]
            for i in range(other * ROOM, other * ROOM + game.pile_size[other]):
                out[at + self.new_card(game.won[i])] = 1.0
        if not out[at + self.new_card(game.trump)]:
            out[at + CARDS + game.trump % SUIT] = 1.0
        at += CARDS + SUIT
        if game.top == game.bottom:
            for other in range(SEATS):
                for i in range(other * ROOM, other * ROOM + game.hand_size[other]):
                    if game.hand[i] == game.trump:
                        out[at + ((other - seat) & 3)] = 1.0
        at += SEATS
        if game.table_size < SEATS:
            out[at + game.table_size] = 1.0
        at += SEATS
        if game.table_size:
            out[at + ((game.leader + game.best_place() - seat) & 3)] = 1.0
            if game.table[0] // SUIT != game.trump // SUIT:
                out[at + SEATS + 1] = 1.0
        out[at + SEATS] = stake / STAKE
        at += SEATS + 2
        own = seat & 1
        ours = game.score[own] + game.score[own + 2]
        theirs = game.score[1 - own] + game.score[3 - own]
        out[at] = ours / POINTS_IN_ALL
        out[at + 1] = theirs / POINTS_IN_ALL
        ahead = max(-120, min(120, ours - theirs))
        out[at + 2 + (ahead + 130) // 20] = 1.0
        if taken < CARDS:
            out[at + 15 + taken // SEATS] = 1.0
        return at + 25

    def mark(self, state: State, out: Any, at: int) -> int:
        assert isinstance(state, BriscaRules)
        game = state
        self.rename(game, game.turn)
        start = game.turn * ROOM
        for i in range(game.hand_size[game.turn]):
            out[at + self.new_card(game.hand[start + i])] = 1
        return game.hand_size[game.turn]

    def action(self, state: State, number: int) -> int:
        assert isinstance(state, BriscaRules)
        self.rename(state, state.turn)
        for suit in range(SUITS):
            if self.new_name[suit] == number // SUIT:
                return suit * SUIT + number % SUIT
        return number
