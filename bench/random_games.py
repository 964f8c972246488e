"""Random games from a dealt state, many in one call: our side of the rows about playouts."""

from Game.core.playouts import playouts
from Game.core.state import State
from Game.core.stream import Stream
from Game.core.turn import OVER

BATCH = 1000  # games in one call, and OpenSpiel's rollouts in one search


def play_out(start: State, seats: int, stream: Stream, times: int) -> int:
    """Play a thousand games `times` times; return the number of games."""
    for _ in range(times):
        playouts(start, seats, BATCH, OVER, stream)
    return times * BATCH
