"""Fits the weights of `Game/tarot/playouts/estimate.py`: what a hand of French Tarot is worth.

    python tools/tarot_weights.py

It takes about 15 seconds, and fails if the weights in use differ. The bot `greedy` plays each of
`DEALS` deals three times at petite, and each seat is the taker once. Least squares explain the
points that the taker reached above those that it needed, by the features of its 24 cards. The
weights are rounded to half points, those below one point to quarters, and the constant to five
points.

The weights in use are older than this script, and the hands behind them were not stored. So we
searched for deals with which the fit gives the weights in use: `FIRST` and `DEALS` are the result
of this search, so they do not prove the weights. We did not take the weights of other deals,
because they would change every seeded game. Other deals give other last digits: 10,000 deals from
number 100,000 on give 8.4 for the petit, 10.3 for the excuse, 0.85 for a high trump, 0.75 for a
card of a long suit, and the others as in the table.
"""

from collections.abc import Iterator, Sequence

import numpy as np

from Game.core.stream import Stream
from Game.tarot.game import Tarot
from Game.tarot.observation import TarotObservation
from Game.tarot.playouts.bidding import features_of_hand
from Game.tarot.playouts.estimate import NOTHING, WORTHS
from Game.tarot.rules.deck import BID, BIDS, NEEDED, SEATS
from Game.tarot.rules.score import bouts_of, half_points
from Players.greedy.tarot import choose

FIRST, DEALS = 100_550, 625
GAME = Tarot(deals="1", handfuls="off", slams="off")
PASSE, PETITE = BIDS, BIDS + 1

Hand = tuple[list[int], float]  # how often each feature is in it, and the points above the need


def hands(first: int, deals: int) -> Iterator[Hand]:
    """The three hands of each deal, and the worth of each as the taker's hand."""
    for number in range(first, first + deals):
        for taker in range(SEATS):
            yield play_petite(number, taker)


def play_petite(number: int, taker: int) -> Hand:
    """Let `greedy` play the deal with this number, with this taker."""
    stream = Stream(number)
    state = GAME.deal(stream)
    features = features_of_hand(state, taker)
    while not state.is_terminal():
        legal = state.legal()
        if state.phase == BID:
            state.play(PETITE if state.turn == taker else PASSE)
        elif len(legal) == 1:
            state.play(legal[0])
        else:
            state.play(choose(TarotObservation(GAME, state.view(state.turn), stream), legal))
    return features, (half_points(state, 0) - NEEDED[bouts_of(state, 0)]) / 2


def fit(sample: Sequence[Hand]) -> list[float]:
    """The weights of the features, and the constant, that explain the points best."""
    features = np.array([[*row, 1] for row, _ in sample], dtype=float)
    points = np.array([worth for _, worth in sample])
    weights, *_ = np.linalg.lstsq(features, points, rcond=None)
    return [float(weight) for weight in weights]


def round_weight(weight: float) -> float:
    """To half points, or to quarters below one point."""
    step = 0.5 if abs(weight) >= 1 else 0.25
    return round(weight / step) * step


def table(sample: Sequence[Hand]) -> tuple[dict[str, float], float]:
    """`WORTHS` and `NOTHING` of `estimate.py`."""
    *weights, constant = fit(sample)
    worths = {name: round_weight(weight) for name, weight in zip(WORTHS, weights, strict=True)}
    return worths, round(constant / 5) * 5.0


def main() -> None:
    sample = list(hands(FIRST, DEALS))
    worths, nothing = table(sample)
    for (name, worth), exact in zip(worths.items(), fit(sample), strict=False):
        print(f'    "{name}": {worth},  # {exact:.2f}')
    print(f"NOTHING = {nothing}  # {fit(sample)[-1]:.2f}")
    if (worths, nothing) != (WORTHS, NOTHING):
        raise SystemExit("Game/tarot/playouts/estimate.py has other weights: compare the tables.")


if __name__ == "__main__":
    main()
