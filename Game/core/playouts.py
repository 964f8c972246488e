"""Many random games in one call."""

from Game.core.state import State
from Game.core.stream import Stream


def playouts(state: State, seats: int, n: int, seat: int, stream: Stream) -> list[float]:
    """The mean final points of each seat over `n` random completions of `state`.

    With `seat` set, what that seat cannot know is dealt afresh before each; with OVER the state
    is taken as it is. The state itself is left as it was.
    """
    totals = [0.0] * seats
    scratch = state.clone()
    scratch.chance = stream
    for i in range(n):
        scratch.copy_from(state)
        scratch.redeal(seat, stream)
        scratch.playout(stream)
        for other in range(seats):
            totals[other] += scratch.points(other)
    return [totals[other] / n for other in range(seats)]
