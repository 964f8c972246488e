"""The block of `+others` in BoerenBridge: it has what a spectator knows, from each seat's place."""

import numpy as np
import pytest
from support.games import walk

from Game.boerenbridge.deck import SEATS
from Game.boerenbridge.game import BoerenBridge
from Game.core.turn import OVER

CARDS = 52


@pytest.mark.parametrize("kind", ["raw", "kripke", "marginals"])
def test_all_seats_see_the_same_knowledge_of_all(kind: str) -> None:
    game = BoerenBridge(rounds="3,2")
    alone, both = game.encoder(kind), game.encoder(f"{kind}+others")
    assert both.blocks[:-1] == alone.blocks
    excluded = 0
    for state in (state for seed in range(4) for state in walk(game, seed)):
        if state.turn == OVER:
            continue
        known = []
        for seat in range(SEATS):
            row = np.array(both.row(state, seat))
            assert row[: alone.size].tolist() == list(alone.row(state, seat))
            known.append(np.roll(row[alone.size :].reshape(SEATS, CARDS), seat, axis=0))
        for seat in range(SEATS):
            assert np.array_equal(known[seat], known[0]), "a hand shows"
            hand = list(state.view(seat).hand)
            assert (known[0][seat, hand] > 0).all(), "a card is where nobody can suspect it"
        excluded += any(known[0][seat].sum() < known[0].max(axis=0).sum() for seat in range(SEATS))
    assert excluded > 5, "everybody might hold everything"


def test_what_others_know_is_the_same_beside_the_raw_view_as_beside_the_bits() -> None:
    game = BoerenBridge(rounds="3")
    raw, bits = game.encoder("raw+others"), game.encoder("kripke+others")
    assert raw.blocks[-1] == bits.blocks[-1]
    size = raw.blocks[-1].size
    for state in walk(game, 1):
        if state.turn != OVER:
            row = list(raw.row(state, state.turn))
            assert row[-size:] == list(bits.row(state, state.turn))[-size:]
