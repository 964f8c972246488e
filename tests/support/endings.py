"""How a game ends if every seat moves at random: by trying all moves, and by playouts."""

from collections import Counter
from collections.abc import Callable

from support.games import copy_of

from Game.core.state import State
from Game.core.stream import Stream

Points = tuple[int, ...]  # of each seat


def points(state: State, seats: int) -> Points:
    return tuple(state.points(seat) for seat in range(seats))


def endings(state: State, seats: int) -> Counter[Points]:
    """The probability of each ending with random moves, by trying all moves."""
    if state.is_terminal():
        return Counter({points(state, seats): 1.0})
    counts: Counter[Points] = Counter()
    for action in state.legal():
        after = state.clone()
        after.play(action)
        for end, chance in endings(after, seats).items():
            counts[end] += chance / len(state.legal())
    return counts


def outcomes(
    playout: Callable[[State, Stream], None], state: State, seats: int, n: int
) -> list[Points]:
    """How `n` playouts from this position end."""
    stream, drawn = Stream(1), []
    for _ in range(n):
        scratch = copy_of(state, 0)
        playout(scratch, stream)
        assert scratch.is_terminal()
        drawn.append(points(scratch, seats))
    return drawn
