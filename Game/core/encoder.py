"""What a learner sees of a position: a row of numbers, and which actions are legal.

Every game has its own encoder, in its `features.py`. An encoder looks at the whole state, because
that is fast, but it writes only what the view of the seat shows. `tests/conformance` checks this:
the numbers are the same in every world that the seat holds possible.
"""

from array import array
from collections.abc import Sequence
from typing import Any, NamedTuple

from Game.core.state import State
from Game.core.turn import OVER


class Block(NamedTuple):
    """A part of the row: some numbers that say the same of several cards or seats."""

    name: str
    size: int
    about: str  # a sentence for people


class Encoder:
    """Writes rows of `size` numbers for a game with `actions` different actions."""

    def __init__(self, blocks: Sequence[Block], actions: int) -> None:
        self.blocks = tuple(blocks)
        self.size = sum([block.size for block in blocks])
        self.actions = actions

    def write(self, state: State, seat: int, out: Any, at: int) -> int:
        """Write what `seat` knows into `out[at]` and the places behind it. Return the next place.

        All places are zero before.
        """
        raise NotImplementedError

    def mark(self, state: State, out: Any, at: int) -> int:
        """Write a 1 into `out[at + action]` for each legal action. Return how many they are.

        All places are zero before.
        """
        actions = state.legal()
        for i in range(len(actions)):
            action = actions[i]
            out[at + action] = 1
        return len(actions)

    def action(self, state: State, number: int) -> int:
        """The action of the state that has this place in the row of legal actions."""
        return number

    def row(self, state: State, seat: int) -> "array[float]":
        """What `seat` knows, as a row of its own."""
        numbers = array("f", bytes(4 * self.size))
        self.write(state, seat, numbers, 0)
        return numbers

    def mask(self, state: State) -> bytes:
        """A byte for each action: 1 if it is legal."""
        out = bytearray(self.actions)
        if state.turn != OVER:
            self.mark(state, out, 0)
        return bytes(out)
