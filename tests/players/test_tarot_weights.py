"""The weights of a hand in Tarot come from `tools/tarot_weights.py`.

The script itself fails if the weights in use are not exactly those that it finds.
"""

import numpy as np
import pytest

from Game.core.stream import Stream
from Game.tarot.playouts.bidding import features_of_hand
from Game.tarot.playouts.estimate import NOTHING, WORTHS
from tools.tarot_weights import DEALS, FIRST, GAME, fit, hands, table


@pytest.mark.slow
def test_a_part_of_the_hands_of_the_script_has_about_the_weights_in_use():
    """Each weight lies within 2.5 standard errors, and these are small enough to mean it."""
    sample = list(hands(FIRST, DEALS // 6))
    features = np.array([[*row, 1] for row, _ in sample], dtype=float)
    found, in_use = np.array(fit(sample)), np.array([*WORTHS.values(), NOTHING])
    left = np.array([worth for _, worth in sample]) - features @ found
    spread = left @ left / (len(sample) - len(found))
    errors = np.sqrt(spread * np.diag(np.linalg.inv(features.T @ features)))
    assert (np.abs(found - in_use) < 2.5 * errors).all()
    assert errors[list(WORTHS).index("a trump")] < 0.5


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
