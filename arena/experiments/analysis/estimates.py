"""The estimating player: it tries each move in imagined worlds and plays them out at random."""

from typing import NamedTuple

from arena.replay.result import credit
from Game.core.state import State
from Game.core.stream import Stream
from Game.core.turn import OVER

ROLLOUTS = 10  # of each move, each in a world of its own that all moves share


class Estimate(NamedTuple):
    action: int  # that looks best
    chances: list[float]  # to win, of each move
    standings: list[float]  # of each side, once the best move is made


class Estimator:
    """Estimates the choices of any game, seat by seat, from what that seat may know."""

    def __init__(self, sides: int, stream: Stream) -> None:
        self.sides = range(sides)
        self.stream = stream

    def look(self, state: State, rollouts: int = ROLLOUTS) -> Estimate:
        """What the seat to act makes of its moves."""
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
                # A world that no game leads to may have no end: nobody is ahead there.
                over = scratch.turn == OVER
                values = [scratch.value(each) if over else 0.5 for each in self.sides]
                wins[i] += won(values)[side]
                for each, value in enumerate(values):
                    standings[i][each] += value
        # Of moves that win as often the one with the better standing; of equals any.
        ranked = [(wins[i], standings[i][side]) for i in range(len(actions))]
        best = stream.choice([i for i, one in enumerate(ranked) if one == max(ranked)])
        return Estimate(
            actions[best],
            [number / rollouts for number in wins],
            [total / rollouts for total in standings[best]],
        )


def won(values: list[float]) -> list[float]:
    """The share of a win that each side has. Only the sides with the best value have one."""
    best = max(values)
    return list(credit([int(value != best) for value in values]))
