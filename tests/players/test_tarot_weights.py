"""The weights of a hand in Tarot come from `tools/tarot_weights.py`."""

import pytest

from Game.core.stream import Stream
from Game.tarot.playouts.bidding import features_of_hand
from Game.tarot.playouts.estimate import NOTHING, WORTHS
from tools.tarot_weights import DEALS, FIRST, GAME, hands, table


@pytest.mark.slow
def test_the_script_finds_the_weights_in_use():
    assert table(list(hands(FIRST, DEALS))) == (WORTHS, NOTHING)


def test_the_fit_finds_the_weights_that_the_points_were_made_with():
    weights = {name: n + 2.0 for n, name in enumerate(WORTHS)}
    sample = []
    for seed in range(60):
        state = GAME.deal(Stream(seed))
        for seat in range(3):
            features = features_of_hand(state, seat)
            points = sum(n * w for n, w in zip(features, weights.values(), strict=True))
            sample.append((features, points - 30.0))
    assert table(sample) == (weights, -30.0)
