"""The toy game: deals the unseen cards again."""

import random

from toys.nearest import TOYS, NearestState

from Game.core.game import Game
from Game.core.state import State


def another_world(game: Game, state: State, seat: int, dice: random.Random) -> State:
    assert isinstance(state, NearestState)
    target, *hidden = state.stock
    seen = {target, *state.hands[seat], *state.table}
    unseen = [card for card in TOYS if card not in seen]
    dice.shuffle(unseen)

    other_world = type(state)(state.seats)
    other_world.turn, other_world.leader = state.turn, state.leader
    other_world.table, other_world.scores = list(state.table), list(state.scores)
    other_world.stock = [target, *(unseen.pop() for _ in hidden)]
    other_world.hands = [
        list(hand) if other == seat else [unseen.pop() for _ in hand]
        for other, hand in enumerate(state.hands)
    ]
    return other_world
