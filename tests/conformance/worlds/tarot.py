"""Tarot: the deal of an imagined world. `another_world` is the game's own redeal."""

import random
from typing import Any

from conformance.written_games import Replays
from support.games import copy_of

from Game.core.cards import TAROT
from Game.core.game import Game
from Game.core.state import State
from Game.core.stream import Stream
from Game.tarot.state import TarotState

SEATS = range(3)


def another_world(game: Game, state: State, seat: int, dice: random.Random) -> State:
    world = copy_of(state, dice.getrandbits(64))
    world.redeal(seat, Stream(dice.getrandbits(64)))
    return world


def rows(state: TarotState) -> list[list[int]]:
    return [*[state.hand_of(seat) for seat in SEATS], state.cards_aside()]


def deal_of(
    game: Game, first: TarotState, state: TarotState, world: list[list[int]]
) -> dict[str, Any]:
    """A seat was dealt what it holds and what it has played. The taker may have taken the dog and
    laid cards aside."""
    view = state.view(0)
    played, shown = state.cards_played(), list(view.dog)
    hands = [
        [*world[seat], *[card for card in first.hand_of(seat) if card in played]] for seat in SEATS
    ]
    if shown:
        own = [*hands[view.taker], *[card for card in shown if card in played], *world[-1]]
        hands[view.taker] = [card for card in own if card not in shown]
    return {
        **game.write_deal(first),
        "hands": [[TAROT.text(card) for card in hand] for hand in hands],
        "dog": [TAROT.text(card) for card in shown or world[-1]],
    }


REPLAYS = Replays(rows, deal_of, TAROT.texts)
