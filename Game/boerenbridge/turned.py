"""The set of features `turned`: those of `kripke`, with other names for the suits.

In each position, trumps come first, then the suit led, then the longest suit of the hand. So what a
network learns in one suit is learned for all. Actions have the new names too. The set also says
which card is the best of the trick so far.
"""

from typing import Any

from Game.boerenbridge.deck import CARDS, RANKS, SEATS, SUITS, worths
from Game.boerenbridge.features import BoerenBridgeEncoder, blocks_of
from Game.boerenbridge.rules import BoerenBridgeRules
from Game.core.encoder import Block, Encoder
from Game.core.state import State

LONG = 14  # more than any rank
LED, TRUMPS = 1000, 2000  # more than the longest suit, and more than the suit led

WORTH = [0] * 1300  # (trump, suit led, card) -> what the card is worth in the trick
for _place, _worth in enumerate(worths()):
    WORTH[_place] = _worth

MORE = (
    Block("takes", 52, "The cards in the seat's own hand that would beat the trick so far."),
    Block("winner", 4, "The seat whose card is the best of the trick so far."),
)
# The blocks with a number, or as many as there are ranks, for each suit.
TURNED = {
    "hand": RANKS, "table": RANKS, "played": RANKS, "trump": 1, "led": 1, "voids": 1,
    "owners": RANKS,
}  # fmt: skip


class TurnedBoerenBridgeEncoder(BoerenBridgeEncoder):
    def __init__(self) -> None:
        super().__init__("kripke")
        Encoder.__init__(self, (*blocks_of("kripke"), *MORE), self.actions)
        self.groups = 0  # how often there are numbers for four suits in the row
        self.starts = [0] * 24  # where they begin
        self.widths = [0] * 24  # how many numbers each suit has
        at = 0
        for block in self.blocks:
            width = TURNED.get(block.name, 0)
            if width:
                for start in range(at, at + block.size, SUITS * width):
                    self.starts[self.groups] = start
                    self.widths[self.groups] = width
                    self.groups += 1
            at += block.size
        self.name = [0] * 4  # the new name of each suit
        self.old = [0.0] * 52  # numbers that get new places

    def rename(self, game: BoerenBridgeRules, seat: int) -> int:
        """Give the suits their new names, for this seat."""
        rank = [0, 0, 0, 0]
        led = game.suit_led()
        for suit in range(SUITS):
            lane = game.hand[seat] >> (suit * RANKS) & 8191
            for i in range(RANKS):
                if lane >> i & 1:
                    rank[suit] += LONG + i
            if suit == led:
                rank[suit] += LED
            if suit == game.trump:
                rank[suit] += TRUMPS
        for suit in range(SUITS):
            name = 0
            for other in range(SUITS):
                if rank[other] > rank[suit] or (rank[other] == rank[suit] and other < suit):
                    name += 1
            self.name[suit] = name
        return 0

    def new_card(self, card: int) -> int:
        """The number of a card with the new name of its suit."""
        return self.name[card // RANKS] * RANKS + card % RANKS

    def turn(self, out: Any, start: int, width: int) -> int:
        """Give four suits their new places in the row."""
        for i in range(SUITS * width):
            self.old[i] = out[start + i]
        for suit in range(SUITS):
            for i in range(width):
                out[start + self.name[suit] * width + i] = self.old[suit * width + i]
        return 0

    def write(self, state: State, seat: int, out: Any, at: int) -> int:
        assert isinstance(state, BoerenBridgeRules)
        game = state
        end = BoerenBridgeEncoder.write(self, state, seat, out, at)
        self.rename(game, seat)
        for i in range(self.groups):
            self.turn(out, at + self.starts[i], self.widths[i])
        one = 1  # in C as wide as a mask
        in_trick = game.place_in_trick()
        row = 0
        most = -1
        if in_trick:
            first = game.played_count - in_trick
            best = game.best_place(first)
            row = (game.trump * (SUITS + 1) + game.suit_led()) * CARDS
            most = WORTH[row + game.played[first + best]]
            out[end + CARDS + ((game.leader + best - seat) & 3)] = 1.0
        for card in range(CARDS):
            if game.hand[seat] & one << card and WORTH[row + card] > most:
                out[end + self.new_card(card)] = 1.0
        return end + CARDS + SEATS

    def mark(self, state: State, out: Any, at: int) -> int:
        assert isinstance(state, BoerenBridgeRules)
        self.rename(state, state.turn)
        actions = state.legal()
        for action in actions:
            out[at + (self.new_card(action) if action < CARDS else action)] = 1
        return len(actions)

    def action(self, state: State, number: int) -> int:
        assert isinstance(state, BoerenBridgeRules)
        if number < CARDS:
            self.rename(state, state.turn)
            for suit in range(SUITS):
                if self.name[suit] == number // RANKS:
                    return suit * RANKS + number % RANKS
        return number
