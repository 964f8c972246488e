"""The speed of Brisca's rules: one move at a time, and whole random games in one call."""

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from random import random

from bench import openspiel
from bench.contest import Contest, Side, Unmeasurable, cpu_side
from bench.handwritten import compile_library
from bench.interpreted import interpreted_side
from bench.random_games import BATCH, play_out
from bench.rows import Row
from Game.brisca.deck import CARDS, SEATS
from Game.brisca.game import Brisca
from Game.brisca.state import BriscaState
from Game.core.playouts import playouts
from Game.core.stream import Stream
from Game.core.turn import OVER

PEER_SOURCE = Path(__file__).with_name("brisca_peer.c")
SEED = 1


def new_deal() -> BriscaState:
    return Brisca().deal(Stream(SEED))


def play_from(start: BriscaState, times: int) -> int:
    """Play random games from a dealt state, from Python; return the number of moves.

    `play` returns whose turn it is, so the loop needs no other call to see the end.
    """
    for _ in range(times):
        state = start.clone()
        turn = state.turn
        while turn != OVER:
            legal = state.legal()
            turn = state.play(legal[int(random() * len(legal))])
    return times * CARDS


def play_out_moves(start: BriscaState, stream: Stream, times: int) -> int:
    return play_out(start, SEATS, stream, times) * CARDS


@contextmanager
def moves() -> Iterator[Contest]:
    yield Contest(
        ours=cpu_side(partial(play_from, new_deal())),
        peer=cpu_side(partial(openspiel.play_from, openspiel.new_deal())),
        peer_name="OpenSpiel oh_hell, driven from Python",
    )


class HandwrittenBrisca:
    """The playout in C. It gets the same deal, in its own form."""

    def __init__(self, library: ctypes.CDLL, start: BriscaState) -> None:
        cards = [*sum((start.hand_of(seat) for seat in range(SEATS)), []), *start.deck_left()]
        self._cards = bytes(cards)
        self._first = start.turn
        self._points = (ctypes.c_long * SEATS)()
        self._playouts = library.playouts
        self._playouts.restype = None
        self._playouts.argtypes = [
            ctypes.c_char_p,
            ctypes.c_int,
            ctypes.c_long,
            ctypes.c_uint64,
            ctypes.c_long * SEATS,
        ]

    def means(self, n: int, seed: int) -> list[float]:
        self._playouts(self._cards, self._first, n, seed, self._points)
        return [points / n for points in self._points]

    def play_out(self, times: int) -> int:
        for i in range(times):
            self._playouts(self._cards, self._first, BATCH, SEED + i, self._points)
        return times * BATCH


def check_same_game(peer: HandwrittenBrisca, start: BriscaState, games: int = 20_000) -> None:
    """Check that both play the same game: the mean points of each seat must nearly agree."""
    ours = playouts(start, SEATS, games, OVER, Stream(SEED))
    theirs = peer.means(games, SEED + 1)
    if any(abs(our - their) > 1 for our, their in zip(ours, theirs, strict=True)):
        raise Unmeasurable(
            f"{PEER_SOURCE.name} and our rules play different games: "
            f"the seats' mean points are {theirs} and {ours}."
        )


@contextmanager
def playouts_vs_c() -> Iterator[Contest]:
    start = new_deal()
    with compile_library(PEER_SOURCE) as library:
        peer = HandwrittenBrisca(library, start)
        check_same_game(peer, start)
        yield Contest(
            ours=cpu_side(partial(play_out, start, SEATS, Stream(SEED))),
            peer=cpu_side(peer.play_out),
            peer_name="Brisca by hand in C",
        )


@contextmanager
def playouts_vs_openspiel_cpp() -> Iterator[Contest]:
    roll_out = openspiel.rollouts_from(openspiel.new_deal(), BATCH)
    yield Contest(
        ours=cpu_side(partial(play_out_moves, new_deal(), Stream(SEED))),
        peer=cpu_side(lambda times: roll_out(times) * openspiel.DECISIONS),
        peer_name="OpenSpiel oh_hell, rollouts inside C++",
    )


def our_playouts() -> Side:
    """For `bench.interpreted`, which looks it up by its name."""
    start, stream = new_deal(), Stream(SEED)

    def work(times: int) -> int:
        playouts(start, SEATS, times, OVER, stream)
        return times * CARDS

    return cpu_side(work)


@contextmanager
def interpreted() -> Iterator[Contest]:
    start = openspiel.new_deal()
    with interpreted_side("bench.brisca:our_playouts") as ours:
        yield Contest(
            ours=ours,
            peer=cpu_side(partial(openspiel.play_from, start)),
            peer_name="OpenSpiel oh_hell, driven from Python",
        )


ROWS = [
    Row("brisca.moves_vs_openspiel", "moves/s", moves, floor=3),
    Row("brisca.playouts_vs_c", "playouts/s", playouts_vs_c, floor=0.5),
    Row("brisca.playouts_vs_openspiel_cpp", "decisions/s", playouts_vs_openspiel_cpp, floor=4),
    Row(
        "brisca.interpreted_vs_openspiel",
        "decisions/s",
        interpreted,
        floor=0.25,
        note="our side runs without anything compiled",
        compiled=False,
    ),
]
