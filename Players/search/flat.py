"""Flat Monte Carlo: try every action in many imagined worlds, and see how it ends.

`FlatSearch` counts and never looks at a clock: who calls it decides how many worlds there are.
It serves every game, since it asks nothing of a state but the contract.
"""

from Game.core.state import State
from Game.core.stream import Stream
from Game.core.turn import OVER


class FlatSearch:
    """The search for a seat's next action, from a state it holds possible."""

    def __init__(self, root: State, seat: int, seats: int, stream: Stream) -> None:
        self.root = root.clone()
        self.root.stop_after_deal()
        self.seat = seat
        self.seats = seats
        self.stream = stream
        self.actions = root.legal()
        self.wins = [0.0] * len(self.actions)  # summed prospects of the seat's side
        self.squares = [0.0] * len(self.actions)  # ... and their squares
        self.margins = [0.0] * len(self.actions)  # summed points, ours less theirs
        self.worlds = 0
        self.world = self.root.clone()
        self.scratch = self.root.clone()
        self.root.chance = self.world.chance = self.scratch.chance = stream

    def run(self, worlds: int) -> None:
        """Deal so many more worlds, and in each play a random game after every action."""
        side = self.root.side(self.seat)
        for _ in range(worlds):
            self.world.copy_from(self.root)
            self.world.redeal(self.seat, self.stream)
            if len(self.world.legal()) != len(self.actions):
                self.world.copy_from(self.root)  # no game leads to that world
            for i in range(len(self.actions)):
                self.scratch.copy_from(self.world)
                self.scratch.play(self.actions[i])
                self.scratch.playout(self.stream)
                worth = self.scratch.prospect(side) if self.scratch.turn == OVER else 0.5
                self.wins[i] += worth
                self.squares[i] += worth * worth
                margin = 0
                for other in range(self.seats):
                    points = self.scratch.points(other)
                    margin += points if self.scratch.side(other) == side else -points
                self.margins[i] += margin
        self.worlds += worlds

    def best(self) -> int:
        """The action that did best; among equals, by the larger margin."""
        ranking = range(len(self.actions))
        place: int = max(ranking, key=lambda i: (self.wins[i], self.margins[i]))
        return self.actions[place]
