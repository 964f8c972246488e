"""For tests of searches: games in which all cards are visible, and their exact solution."""

from typing import Any

from support.games import copy_of, play_random

from Game.core.game import Game
from Game.core.state import State
from Game.core.stream import Stream
from Game.core.turn import OVER
from Game.registry import find


class OpenState(State):
    """A position of any game with all cards visible, so that there is only one world."""

    def __init__(self, inner: State) -> None:
        super().__init__()
        self.inner = inner.clone()
        self.turn = inner.turn
        self.redeals: list[int] = []  # the seats that have asked for another world

    def copy_from(self, other: State) -> None:
        assert isinstance(other, OpenState)
        self.inner = other.inner.clone()
        self.turn = other.turn
        self.redeals = other.redeals  # of all copies together

    def legal(self) -> list[int]:
        return self.inner.legal()

    def play(self, action: int) -> int:
        self.turn = self.inner.play(action)
        return self.turn

    def redeal(self, seat: int, stream: Stream) -> None:
        self.redeals.append(seat)

    def side(self, seat: int) -> int:
        return self.inner.side(seat)

    def team(self, seat: int) -> int:
        return self.inner.team(seat)

    def points(self, seat: int) -> int:
        return self.inner.points(seat)

    def value(self, side: int) -> float:
        return self.inner.value(side)

    def prospect(self, side: int) -> float:
        return self.inner.prospect(side)


def endings(game: Game, seed: int, left: int) -> State:
    """The position of a random game that has this number of plays left in its last deal."""
    state = game.deal(Stream(seed))
    state.stop_after_deal()
    moves = list(play_random(copy_of(state, seed), Stream(seed + 1)))
    again = game.deal(Stream(seed))
    again.stop_after_deal()
    for action in moves[: len(moves) - left]:
        again.play(action)
    return again


def minimax(state: State, seat: int) -> float:
    """The value for a seat if its team plays best for it, and all others play worst for it."""
    if state.turn == OVER:
        return state.prospect(state.side(seat))
    found = [minimax(after(state, action), seat) for action in state.legal()]
    return max(found) if state.team(state.turn) == state.team(seat) else min(found)


def maxn(state: State, seats: int) -> tuple[list[float], list[float]]:
    """The least and the most that each seat gets if each plays its best, over all ties."""
    if state.turn == OVER:
        got = [state.prospect(state.side(seat)) for seat in range(seats)]
        return got, got
    found = [maxn(after(state, action), seats) for action in state.legal()]
    sure = max(low[state.turn] for low, _ in found)
    chosen = [(low, high) for low, high in found if high[state.turn] >= sure - 1e-9]
    least = [min(low[seat] for low, _ in chosen) for seat in range(seats)]
    return least, [max(high[seat] for _, high in chosen) for seat in range(seats)]


def after(state: State, action: int) -> State:
    other = state.clone()
    other.play(action)
    return other


def observations(name: str, seed: int, many: int) -> list[Any]:
    """The observations at some decisions of a random game, from its beginning on."""
    game = find(name)()
    state = game.deal(Stream(seed))
    state.chance = Stream(seed + 1)
    views = [state.view(state.turn)]
    for _ in play_random(state, Stream(seed + 2)):
        views.append(state.view(max(state.turn, 0)))
    chosen = [views[(len(views) - 1) * i // many] for i in range(many)]
    return [game.observe(view, Stream(seed + i)) for i, view in enumerate(chosen)]
