"""The contract of a position: what every game's state can do.

A state knows everything about one game at one moment, and the rules that lead on from there. It
knows nothing of bots, clocks or files. States are cheap to copy, so searching is copying.

A game is fast when its state is a compiled subclass with a `playout` of its own; a plain Python
subclass that overrides these methods works everywhere too.
"""

from copy import deepcopy
from typing import Any

from Game.core.stream import Stream
from Game.core.turn import OVER


class State:
    turn: int  # the seat to act, or OVER
    chance: Stream | None  # where chance inside the game comes from; None where there is none

    def __init__(self) -> None:
        self.turn = 0
        self.chance = None

    def legal(self) -> list[int]:
        """The actions that the seat to act may choose from, in the order the game offers them."""
        raise NotImplementedError

    def play(self, action: int) -> int:
        """Play on. Returns the seat to act next, or OVER.

        The action must be a legal one: states do not check, whoever takes actions from outside
        does.
        """
        raise NotImplementedError

    def is_terminal(self) -> bool:
        """Is the game over?"""
        return self.turn == OVER

    def copy_from(self, other: "State") -> None:
        """Become a copy of another state of the same game."""
        raise NotImplementedError

    def clone(self) -> "State":
        """A copy that lives its own life."""
        other = type(self).__new__(type(self))
        State.__init__(other)
        other.copy_from(self)
        return other

    def view(self, seat: int) -> Any:
        """Everything that `seat` may know, and nothing else, as plain data."""
        raise NotImplementedError

    def redeal(self, seat: int, stream: Stream) -> None:
        """Deal what `seat` cannot know afresh, each arrangement it holds possible equally likely.

        With `seat` = OVER nothing is known, and nothing is dealt.
        """
        raise NotImplementedError

    def playout(self, stream: Stream) -> None:
        """Play random legal actions to the end.

        A position that no game leads to, which a bot may imagine, is played as far as it goes.
        """
        while self.turn != OVER:
            actions = self.legal()
            if not actions:
                return
            self.play(actions[stream.below(len(actions))])

    def side(self, seat: int) -> int:
        """The side that a seat plays for."""
        raise NotImplementedError

    def points(self, seat: int) -> int:
        """What the seat has scored so far."""
        raise NotImplementedError

    def value(self, side: int) -> float:
        """How good a finished game is for a side: 1 is a win, 0 a loss, a tie lies between."""
        raise NotImplementedError

    def __copy__(self) -> "State":
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> "State":
        other = self.clone()
        other.chance = deepcopy(self.chance, memo)
        return other
