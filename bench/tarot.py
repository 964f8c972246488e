"""The speed of Tarot's rules: random play of all 72 cards, and worlds that agree with a view."""

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from bench.contest import Contest, Unmeasurable, cpu_side, recorded_side
from bench.handwritten import compile_library
from bench.random_games import BATCH, play_out
from bench.rows import Row
from Game.core.stream import Stream
from Game.tarot.game import Tarot
from Game.tarot.rules.deck import GROUPS, SEATS
from Game.tarot.rules.masks import bit_of, group_of
from Game.tarot.state import TarotState

PEER_SOURCE = Path(__file__).with_name("tarot_peer.c")
SEED = 1
ALLOWED = 10e-6  # seconds to imagine a world

MID_GAME = 12  # tricks that have been played
WORLDS = 100  # from each of the three seats' views


def new_deal(seed: int = SEED) -> TarotState:
    """A deal before its first card. Seat 0 plays at petite, and there are no announcements."""
    return Tarot(contract="fixed", deals="1", slams="off", handfuls="off").deal(Stream(seed))


def sets(cards: list[int]) -> list[int]:
    """The cards as a set of bits for each suit, and one for the trumps."""
    groups = [0] * GROUPS
    for card in cards:
        groups[group_of(card)] |= bit_of(card)
    return groups


class HandwrittenTarot:
    """The playout in C. It gets the same deal, in its own form."""

    def __init__(self, library: ctypes.CDLL, start: TarotState) -> None:
        hands = sum((sets(start.hand_of(seat)) for seat in range(SEATS)), [])
        self._hands = (ctypes.c_uint32 * len(hands))(*hands)
        self._dog = (ctypes.c_uint32 * GROUPS)(*sets(start.cards_aside()))
        self._leader = start.leader
        self._playouts = library.playouts
        self._playouts.restype = None
        self._playouts.argtypes = [
            ctypes.c_void_p,
            ctypes.c_void_p,
            ctypes.c_int,
            ctypes.c_long,
            ctypes.c_uint64,
            ctypes.POINTER(ctypes.c_long),
            ctypes.c_void_p,
        ]

    def _run(self, n: int, seed: int, lines: object) -> int:
        paid = ctypes.c_long()
        self._playouts(self._hands, self._dog, self._leader, n, seed, paid, lines)
        return paid.value

    def paid(self, n: int, seed: int) -> list[int]:
        """What each defender paid in each of `n` deals."""
        lines = (ctypes.c_int * n)()
        self._run(n, seed, lines)
        return list(lines)

    def play_out(self, times: int) -> int:
        for i in range(times):
            self._run(BATCH, SEED + i, None)
        return times * BATCH


def paid(start: TarotState, n: int, seed: int) -> list[int]:
    """The same by our rules."""
    stream, payments = Stream(seed), []
    for _ in range(n):
        scratch = start.clone()
        scratch.playout(stream)
        payments.append(-scratch.points(1))
    return payments


def check_same_game(peer: HandwrittenTarot, start: TarotState, deals: int = 5000) -> None:
    """Check that both play the same game: with equal random numbers, every deal pays the same."""
    ours, theirs = paid(start, deals, SEED), peer.paid(deals, SEED)
    for number, (our, their) in enumerate(zip(ours, theirs, strict=True)):
        if our != their:
            raise Unmeasurable(
                f"{PEER_SOURCE.name} and our rules play different games: "
                f"deal {number} pays {their} there and {our} here."
            )


@contextmanager
def playouts_vs_c() -> Iterator[Contest]:
    start = new_deal()
    with compile_library(PEER_SOURCE) as library:
        peer = HandwrittenTarot(library, start)
        check_same_game(peer, start)
        yield Contest(
            ours=cpu_side(partial(play_out, start, SEATS, Stream(SEED))),
            peer=cpu_side(peer.play_out),
            peer_name="Tarot by hand in C",
        )


def mid_game() -> tuple[Tarot, TarotState]:
    """A state after an auction, a dog and twelve tricks of random cards."""
    game, stream = Tarot(deals="1"), Stream(SEED)
    state = game.deal(stream)
    for bid in ("garde", "passe", "passe"):
        state.play(game.read_action(state, bid))
    while state.played_count < MID_GAME * SEATS:
        state.play(stream.choice(state.legal()))
    return game, state


@contextmanager
def determinise() -> Iterator[Contest]:
    """Make a whole world from a view, as for a bot: decode it, replay the moves, deal the rest."""
    game, state = mid_game()
    views, stream = [state.view(seat) for seat in range(SEATS)], Stream(SEED)

    def imagine(times: int) -> int:
        for _ in range(times * WORLDS):
            for view in views:
                game.determinise(view, stream)
        return times * WORLDS * SEATS

    yield Contest(cpu_side(imagine), recorded_side(1 / ALLOWED), "10 us, the limit")


ROWS = [
    Row("tarot.playouts_vs_c", "playouts/s", playouts_vs_c, floor=0.4),
    Row("tarot.determinise", "s", determinise, ceiling=1),
]
