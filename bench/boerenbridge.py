"""How fast BoerenBridge's rules are, beside the same game of OpenSpiel: a round of five cards."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from random import random

from bench import openspiel
from bench.contest import Contest, timed
from bench.rows import Row
from Game.boerenbridge.deck import SEATS
from Game.boerenbridge.game import BoerenBridge
from Game.boerenbridge.state import BoerenBridgeState
from Game.core.playouts import playouts
from Game.core.stream import Stream
from Game.core.turn import OVER

SEED = 1
BATCH = 1000  # playouts in one call, and OpenSpiel's rollouts in one search


def dealt() -> BoerenBridgeState:
    return BoerenBridge(rounds="5").deal(Stream(SEED))


def play_from(start: BoerenBridgeState, times: int) -> int:
    """Random rounds from a dealt state, driven from Python; how many decisions that were."""
    decisions = 0
    for _ in range(times):
        state = start.clone()
        while not state.is_terminal():
            legal = state.legal()
            state.play(legal[int(random() * len(legal))])
        decisions += state.asked + state.laid  # a dealer who must change decides once more
    return decisions


def play_out(start: BoerenBridgeState, stream: Stream, times: int) -> int:
    """Random rounds in calls of a thousand; how many rounds that were."""
    for _ in range(times):
        playouts(start, SEATS, BATCH, OVER, stream)
    return times * BATCH


@contextmanager
def moves() -> Iterator[Contest]:
    yield Contest(
        ours=timed(partial(play_from, dealt())),
        peer=timed(partial(openspiel.play_from, openspiel.dealt())),
        peer_name="OpenSpiel oh_hell, driven from Python",
    )


@contextmanager
def playouts_vs_openspiel_cpp() -> Iterator[Contest]:
    yield Contest(
        ours=timed(partial(play_out, dealt(), Stream(SEED))),
        peer=timed(openspiel.rollouts_from(openspiel.dealt(), BATCH)),
        peer_name="OpenSpiel oh_hell, rollouts inside C++",
    )


ROWS = [
    Row("boerenbridge.moves_vs_openspiel", "moves/s", moves, floor=3),
    Row("boerenbridge.playouts_vs_openspiel_cpp", "rounds/s", playouts_vs_openspiel_cpp, floor=4),
]
