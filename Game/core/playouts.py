"""Many random games in one call."""

from Game.core.state import State
from Game.core.stream import Stream


def playouts(state: State, seats: int, n: int, seat: int, stream: Stream) -> list[float]:
    """The mean final points of each seat over `n` random playouts of `state`.

    Before each playout the cards that `seat` cannot know are dealt again; with OVER they stay. The
    state itself does not change.
    """
    totals = [0.0] * 64
    if seats > 64:
        raise ValueError(f"{seats} seats are too many: a game has at most 64")
    scratch = state.clone()
    scratch.chance = stream
    for i in range(n):
        scratch.copy_from(state)
        scratch.redeal(seat, stream)
        scratch.playout(stream)
        for other in range(seats):
            totals[other] += scratch.points(other)
    return [totals[other] / n for other in range(seats)]
