"""What a learner sees in Brisca. Seats count from its own: 0 is itself, 2 its partner.

An action is the number of the card. The suits keep their names: nothing is turned so that trumps
come first.
"""

from typing import Any

from Game.brisca.deck import CARDS, ROOM, SEATS
from Game.brisca.rules import BriscaRules
from Game.core.encoder import Block, Encoder
from Game.core.state import State

POINTS_IN_ALL = 120.0
TO_DRAW = 28.0  # cards in the deck after the deal
SUITS = 4
SUIT = 10  # cards in a suit

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
