"""Flat Monte Carlo: play a random game after every action, in many imagined worlds.

`FlatSearch` counts and never reads a clock: the caller decides how many worlds there are. It serves
every game, because it uses nothing of a state but the contract.
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
        self.prospects = [0.0] * len(self.actions)  # of each action, for the seat's side, added up
        self.squares = [0.0] * len(self.actions)  # ... and their squares
        self.margins = [0.0] * len(self.actions)  # our points less theirs, added up
        self.worlds = 0
        self.world = self.root.clone()
        self.scratch = self.root.clone()
        self.root.chance = self.world.chance = self.scratch.chance = stream

    def run(self, worlds: int) -> None:
        """Deal so many more worlds, and play a random game after every action in each."""
        side = self.root.side(self.seat)
        for _ in range(worlds):
            self.world.copy_from(self.root)
            self.world.redeal(self.seat, self.stream)
            if len(self.world.legal()) != len(self.actions):
                self.world.copy_from(self.root)  # no game leads to this world
            for i in range(len(self.actions)):
                self.scratch.copy_from(self.world)
                self.scratch.play(self.actions[i])
                self.scratch.playout(self.stream)
                prospect = self.scratch.prospect(side) if self.scratch.turn == OVER else 0.5
                self.prospects[i] += prospect
                self.squares[i] += prospect * prospect
                margin = 0
                for other in range(self.seats):
                    points = self.scratch.points(other)
                    margin += points if self.scratch.side(other) == side else -points
                self.margins[i] += margin
        self.worlds += worlds

    def best(self) -> int:
        """The action with the best prospects; among equals, the one with the larger margin."""
        ranking = range(len(self.actions))
        place: int = max(ranking, key=lambda i: (self.prospects[i], self.margins[i]))
        return self.actions[place]
