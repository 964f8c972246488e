"""The contract of a position: what every game's state can do.

A state holds everything about one game at one moment, and applies the rules. It knows nothing of
bots, clocks or files. States are cheap to copy: a search copies them all the time.

A plain Python subclass that overrides these methods works everywhere. For speed, compile it and
give it a `playout` of its own.
"""

from copy import deepcopy
from typing import Any

from Game.core.stream import Stream
from Game.core.turn import OVER


class State:
    turn: int  # the seat to act, or OVER
    chance: Stream | None  # the random numbers of chance inside the game; None if it has none

    def __init__(self) -> None:
        self.turn = 0
        self.chance = None

    def legal(self) -> list[int]:
        """The legal actions of the seat to act, in the order of the game."""
        raise NotImplementedError

    def offer(self, out: list[int], room: int) -> int:
        """Write the legal actions into `out`, at most `room` of them, and return how many.

        Of several actions with the same effect, a game may write only one. Searches call this very
        often. A compiled game overrides it so that no list is made; other games override `legal`
        alone.
        """
        actions = self.legal()
        count = min(len(actions), room)
        for i in range(count):
            out[i] = actions[i]
        return count

    def labels(self) -> list[Any] | None:
        """A label for each action of `legal` that means the same in every imagined world.

        None if the numbers of the actions do that themselves, as the numbers of cards do.
        """
        return None

    def play(self, action: int) -> int:
        """Play a legal action. Return the seat to act next, or OVER.

        States do not check the action. Code that takes actions from outside must check them.
        """
        raise NotImplementedError

    def is_terminal(self) -> bool:
        """Is the game over?"""
        return self.turn == OVER

    def copy_from(self, other: "State") -> None:
        """Become a copy of another state of the same game."""
        raise NotImplementedError

    def clone(self) -> "State":
        """An independent copy."""
        other = type(self).__new__(type(self))
        State.__init__(other)
        other.copy_from(self)
        return other

    def view(self, seat: int) -> Any:
        """Everything that `seat` may know, and nothing else, as plain data."""
        raise NotImplementedError

    def redeal(self, seat: int, stream: Stream) -> None:
        """Deal the cards that `seat` cannot know again. All possible deals are equally likely.

        With `seat` = OVER nothing changes.
        """
        raise NotImplementedError

    def playout(self, stream: Stream) -> None:
        """Play random legal actions to the end.

        A game may play an auction by rules of thumb, because random bids say nothing about a
        position. A bot may imagine an impossible position: then the playout stops where no action
        is legal.
        """
        while self.turn != OVER:
            actions = self.legal()
            if not actions:
                return
            self.play(actions[stream.below(len(actions))])

    def finish(self, stream: Stream) -> None:
        """Play to the end as mediocre players would. Searches judge positions by the result.

        Random play, unless the game overrides it.
        """
        self.playout(stream)

    def stop_after_deal(self) -> None:
        """Let the game end with the current deal, because searches imagine no further.

        A game of one deal need not override it.
        """

    def deal_number(self) -> int:
        """Which deal of the game this is, from 0. A game of one deal need not override it."""
        return 0

    def side(self, seat: int) -> int:
        """The side that a seat plays for."""
        raise NotImplementedError

    def team(self, seat: int) -> int:
        """The team of a seat: seats with the same number have the same interest now.

        A team is a side, unless the game has partnerships for a while (the defence in Tarot).
        """
        return self.side(seat)

    def points(self, seat: int) -> int:
        """The points of the seat so far."""
        raise NotImplementedError

    def value(self, side: int) -> float:
        """How good a finished game is for a side: 1 is a win, 0 a loss, a tie lies between."""
        raise NotImplementedError

    def prospect(self, side: int) -> float:
        """How good the game looks for a side after a deal, from 0 to 1. Searches maximise it.

        By default it is the value. A game of several deals overrides it: the size of a lead says
        more about the deals to come than the lead alone.
        """
        return self.value(side)

    def __copy__(self) -> "State":
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> "State":
        other = self.clone()
        other.chance = deepcopy(self.chance, memo)
        return other
