"""How fast BoerenBridge's rules are, beside the same game of OpenSpiel: a round of five cards.

And whole games of the four agents of the seed, beside what their original program played.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from random import random

from bench import openspiel
from bench.contest import Contest, recorded, timed
from bench.rows import Row
from Game.boerenbridge.deck import SEATS
from Game.boerenbridge.game import BoerenBridge
from Game.boerenbridge.state import BoerenBridgeState
from Game.core.playouts import playouts
from Game.core.stream import Stream
from Game.core.turn import OVER
from Players.boerenbridge.agents import play_on
from Players.boerenbridge.numbers import AGENTS

SEED = 1
BATCH = 1000  # playouts in one call, and OpenSpiel's rollouts in one search
ORIGINAL = 715  # games a second of the original program's agents, on one core


def dealt() -> BoerenBridgeState:
    return BoerenBridge(rounds="5").deal(Stream(SEED))


def play_from(start: BoerenBridgeState, times: int) -> int:
    """Random rounds from a dealt state, driven from Python; how many decisions that were.

    `play` tells whose turn it is, so that nobody asks whether the game is over.
    """
    decisions = 0
    for _ in range(times):
        state = start.clone()
        turn = state.turn
        while turn != OVER:
            legal = state.legal()
            turn = state.play(legal[int(random() * len(legal))])
        decisions += state.asked + state.laid  # a dealer who must change decides once more
    return decisions


def play_out(start: BoerenBridgeState, stream: Stream, times: int) -> int:
    """Random rounds in calls of a thousand; how many rounds that were."""
    for _ in range(times):
        playouts(start, SEATS, BATCH, OVER, stream)
    return times * BATCH


def play_agents(game: BoerenBridge, stream: Stream, times: int) -> int:
    """Whole games of one agent of each kind, each dealt and played; how many that were."""
    agents = list(AGENTS.values())
    for _ in range(times):
        play_on(game.deal(stream), agents, stream)
    return times


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


@contextmanager
def agents() -> Iterator[Contest]:
    game = BoerenBridge(opener="last-trick-winner", rebid="any")
    yield Contest(
        ours=timed(partial(play_agents, game, Stream(SEED))),
        peer=recorded(ORIGINAL),
        peer_name="the original program, as recorded: not measured in the run",
    )


ROWS = [
    Row("boerenbridge.agents", "games/s", agents, floor=2, goal=5),
    Row("boerenbridge.moves_vs_openspiel", "moves/s", moves, floor=3),
    Row("boerenbridge.playouts_vs_openspiel_cpp", "rounds/s", playouts_vs_openspiel_cpp, floor=4),
]
