"""The estimating player: it tries each move in imagined worlds, and plays to the end at random."""

from typing import NamedTuple

from arena.replay.result import credit
from Game.core.state import State
from Game.core.stream import Stream
from Game.core.turn import OVER

ROLLOUTS = 10  # of each move; the moves are tried in the same ten worlds


class Estimate(NamedTuple):
    action: int  # the move that looks best
    chances: list[float]  # of each move, to win
    standings: list[float]  # of each side, after the best move


class Estimator:
    """Estimates the choices of any game. It uses only what the seat to act may know."""

    def __init__(self, sides: int, stream: Stream) -> None:
        self.sides = range(sides)
        self.stream = stream

    def look(self, state: State, rollouts: int = ROLLOUTS) -> Estimate:
        """Estimate the moves of the seat to act."""
        stream, seat = self.stream, state.turn
        side = state.side(seat)
        actions = state.legal()
        wins = [0.0] * len(actions)
        standings = [[0.0] * len(self.sides) for _ in actions]
        world, scratch = state.clone(), state.clone()
        world.chance = scratch.chance = stream
        for _ in range(rollouts):
            world.copy_from(state)
            world.redeal(seat, stream)
            for i, action in enumerate(actions):
                scratch.copy_from(world)
                scratch.play(action)
                scratch.playout(stream)
                # An imagined world can be impossible in a real game. A playout in such a world may
                # not end. Then it counts as a tie.
                over = scratch.turn == OVER
                values = [scratch.value(each) if over else 0.5 for each in self.sides]
                wins[i] += win_shares(values)[side]
                for each, value in enumerate(values):
                    standings[i][each] += value
        # The move with the most wins; then the better standing; then one at random.
        ranked = [(wins[i], standings[i][side]) for i in range(len(actions))]
        best = stream.choice([i for i, one in enumerate(ranked) if one == max(ranked)])
        return Estimate(
            actions[best],
            [number / rollouts for number in wins],
            [total / rollouts for total in standings[best]],
        )


def win_shares(values: list[float]) -> list[float]:
    """Each side's share of the win. Only the sides with the best value have one."""
    best = max(values)
    return list(credit([int(value != best) for value in values]))
