"""The chances of BoerenBridge's features are those of an enumeration of all possible deals."""

from itertools import combinations

import numpy as np
from support.games import walk

from Game.boerenbridge.deck import RANKS, SEATS, cards_in_play
from Game.boerenbridge.game import BoerenBridge
from Game.core.turn import OVER


def deals(cards: frozenset[int], rooms: list[tuple[int, int, int]]) -> "list[dict[int, set[int]]]":
    """All ways to give the cards to holders: (holder, room, bits of suits that it has none of)."""
    if not rooms:
        return [{}]
    (holder, room, voids), *rest = rooms
    free = [card for card in cards if not voids >> card // RANKS & 1]
    return [
        {holder: set(hand)} | others
        for hand in combinations(free, room)
        for others in deals(cards - set(hand), rest)
    ]


def test_chances_are_shares_of_all_deals() -> None:
    game = BoerenBridge(rounds="3,2")
    encoder = game.encoder("marginals")
    start = encoder.size - SEATS * 52
    tied = 0
    for state in (state for seed in range(12) for state in walk(game, seed)):
        if state.turn == OVER or not any(state.view(0).played):
            continue
        for seat in range(SEATS):
            view = state.view(seat)
            seen = {*view.hand, *view.played}
            unseen = frozenset(set(cards_in_play(view.cards, False)) - seen)
            others = [other for other in range(SEATS) if other != seat]
            rooms = [(other, view.hand_sizes[other], view.voids[other]) for other in others]
            tied += any(voids and room for _, room, voids in rooms)
            worlds = deals(unseen, rooms)
            expected = np.zeros((SEATS, 52))
            for world in worlds:
                for holder, hand in world.items():
                    expected[(holder - seat) % SEATS, list(hand)] += 1 / len(worlds)
            expected[0, list(view.hand)] = 1
            row = np.array(encoder.row(state, seat))[start:].reshape(SEATS, 52)
            assert np.allclose(row, expected, atol=1e-6)
    assert tied > 20, "voids were hardly tried"
