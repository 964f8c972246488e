"""The speed of BoerenBridge's rules, compared with OpenSpiel's game: a round of five cards.

Also the speed of whole games of the four agents, compared with their original program.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from random import random

from bench import openspiel
from bench.contest import Contest, cpu_side, recorded_side
from bench.random_games import BATCH, play_out
from bench.rows import Row
from Game.boerenbridge.deck import SEATS
from Game.boerenbridge.game import BoerenBridge
from Game.boerenbridge.state import BoerenBridgeState
from Game.core.stream import Stream
from Game.core.turn import OVER
from Players.boerenbridge.agents import play_on
from Players.boerenbridge.numbers import AGENTS

SEED = 1
ORIGINAL = 715  # games a second of the original program's agents, on one core


def new_deal() -> BoerenBridgeState:
    return BoerenBridge(rounds="5").deal(Stream(SEED))


def play_from(start: BoerenBridgeState, times: int) -> int:
    """Play random rounds from a dealt state, from Python; return the number of decisions.

    `play` returns whose turn it is, so the loop needs no other call to see the end.
    """
    decisions = 0
    for _ in range(times):
        state = start.clone()
        turn = state.turn
        while turn != OVER:
            legal = state.legal()
            turn = state.play(legal[int(random() * len(legal))])
        decisions += (
            state.bid_count + state.played_count
        )  # a dealer who must change the bid decides again
    return decisions


def play_agents(game: BoerenBridge, stream: Stream, times: int) -> int:
    """Deal and play whole games with one agent of each kind; return the number of games."""
    agents = list(AGENTS.values())
    for _ in range(times):
        play_on(game.deal(stream), agents, stream)
    return times


@contextmanager
def moves() -> Iterator[Contest]:
    yield Contest(
        ours=cpu_side(partial(play_from, new_deal())),
        peer=cpu_side(partial(openspiel.play_from, openspiel.new_deal())),
        peer_name="OpenSpiel oh_hell, driven from Python",
    )


@contextmanager
def playouts_vs_openspiel_cpp() -> Iterator[Contest]:
    yield Contest(
        ours=cpu_side(partial(play_out, new_deal(), SEATS, Stream(SEED))),
        peer=cpu_side(openspiel.rollouts_from(openspiel.new_deal(), BATCH)),
        peer_name="OpenSpiel oh_hell, rollouts inside C++",
    )


@contextmanager
def agents() -> Iterator[Contest]:
    game = BoerenBridge(opener="last-trick-winner", rebid="any")
    yield Contest(
        ours=cpu_side(partial(play_agents, game, Stream(SEED))),
        peer=recorded_side(ORIGINAL),
        peer_name="the original program: a recorded figure, not measured in the run",
    )


ROWS = [
    Row("boerenbridge.agents", "games/s", agents, floor=2, goal=5),
    Row("boerenbridge.moves_vs_openspiel", "moves/s", moves, floor=3),
    Row("boerenbridge.playouts_vs_openspiel_cpp", "rounds/s", playouts_vs_openspiel_cpp, floor=4),
]
