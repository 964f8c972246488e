"""Brisca: deals the unseen cards again, by what every player can know."""

import random

from Game.brisca.state import BriscaState
from Game.core.cards import SPANISH
from Game.core.game import Game
from Game.core.state import State


def another_world(game: Game, state: State, seat: int, dice: random.Random) -> State:
    assert isinstance(state, BriscaState)
    hands = [state.hand_of(other) for other in range(4)]
    piles = [state.pile_of(other) for other in range(4)]
    deck, table = state.deck_left(), state.on_table()

    # All have seen the cards played and the trump card, which lies under the deck and then goes
    # to the last who draws. The other cards may be anywhere.
    seen = {state.trump, *hands[seat], *table, *sum(piles, [])}
    unseen = [card for card in SPANISH if card not in seen]
    dice.shuffle(unseen)

    other_world = BriscaState()
    other_world.trump, other_world.tie = state.trump, state.tie
    other_world.set_table(table)
    other_world.set_piles(piles)
    other_world.set_deck([card if card == state.trump else unseen.pop() for card in deck])
    for other in range(4):
        if other == seat:
            other_world.set_hand(seat, hands[seat])
        else:
            places = len(hands[other]) - (state.trump in hands[other])
            dealt = [unseen.pop() for _ in range(places)]
            if state.trump in hands[other]:
                assert not deck, "the trump card is drawn last"
                dealt.append(state.trump)
            other_world.set_hand(other, dealt)
    assert not unseen, "every card has its place"
    other_world.turn, other_world.leader = state.turn, state.leader
    return other_world
