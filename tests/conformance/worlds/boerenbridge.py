"""BoerenBridge: deals the unseen cards again, until no seat holds a suit that it lacks."""

import random
from typing import Any

from conformance.written_games import Replays

from Game.boerenbridge.game import BoerenBridge
from Game.boerenbridge.state import BoerenBridgeState
from Game.core.cards import FRENCH
from Game.core.game import Game
from Game.core.state import State


def lacking(state: BoerenBridgeState) -> set[tuple[int, int]]:
    """The suits that each seat has shown to lack."""
    played, leader, found = state.cards_played(), state.opener, set()
    for start in range(0, len(played), 4):
        trick = played[start : start + 4]
        for place, card in enumerate(trick):
            if card // 13 != trick[0] // 13:
                found.add(((leader + place) % 4, trick[0] // 13))

        def worth(card: int, led: int = trick[0]) -> tuple[bool, bool, int]:
            return card // 13 == state.trump, card // 13 == led // 13, card

        leader = (leader + trick.index(max(trick, key=worth))) % 4
    return found


def another_world(game: Game, state: State, seat: int, dice: random.Random) -> State:
    assert isinstance(state, BoerenBridgeState)
    assert isinstance(game, BoerenBridge)
    hands = [state.hand_of(other) for other in range(4)]
    void = lacking(state)
    hidden = state.cards_aside() if game.full else []
    unseen = [*hidden, *(card for other in range(4) if other != seat for card in hands[other])]
    while True:
        dice.shuffle(unseen)
        rest = list(unseen)
        dealt = [
            hands[other] if other == seat else [rest.pop() for _ in hands[other]]
            for other in range(4)
        ]
        if not any((s, card // 13) in void for s in range(4) for card in dealt[s] if s != seat):
            break
    other_world = state.clone()
    assert isinstance(other_world, BoerenBridgeState)
    other_world.set_hands(dealt)
    return other_world


def rows(state: BoerenBridgeState) -> list[list[int]]:
    return [*[state.hand_of(seat) for seat in range(4)], state.cards_aside()]


def deal_of(
    game: Game, first: BoerenBridgeState, state: BoerenBridgeState, world: list[list[int]]
) -> dict[str, Any]:
    """A seat was dealt what it holds and what it has played."""
    played = state.cards_played()
    hands = [
        [*world[seat], *[card for card in first.hand_of(seat) if card in played]]
        for seat in range(4)
    ]
    return {
        **game.write_deal(first),
        "hands": [[FRENCH.text(card) for card in hand] for hand in hands],
    }


REPLAYS = Replays(rows, deal_of, FRENCH.texts)
