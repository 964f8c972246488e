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

    def offer(self, out: list[int], room: int) -> int:
        """Put what `legal` lists into `out`, and return how many; no more than there is room for.

        Of actions that come to the same a game may put in one alone.
        Searches ask so, again and again. A compiled game has a way of its own that makes no list;
        a plain Python subclass overrides `legal` alone.
        """
        actions = self.legal()
        count = min(len(actions), room)
        for i in range(count):
            out[i] = actions[i]
        return count

    def labels(self) -> list[Any] | None:
        """What the actions of `legal` do, in values that mean the same in every imagined world.

        None where the actions' numbers do: the number of a card is that card in any hand.
        """
        return None

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

        What leads up to play, as an auction, a game may settle by habit: at random it says nothing.
        A position that no game leads to, which a bot may imagine, is played as far as it goes.
        """
        while self.turn != OVER:
            actions = self.legal()
            if not actions:
                return
            self.play(actions[stream.below(len(actions))])

    def finish(self, stream: Stream) -> None:
        """Play on to the end as players might who know the game a little, and are not always right.

        Searches judge positions by that. Random play, unless the game has something better.
        """
        self.playout(stream)

    def stop_after_deal(self) -> None:
        """Let the game be over when this deal is: searches imagine no further.

        Nothing to do where a game is one deal.
        """

    def side(self, seat: int) -> int:
        """The side that a seat plays for."""
        raise NotImplementedError

    def team(self, seat: int) -> int:
        """Seats with the same number want the same, just now.

        They are those of a side, unless the game lets seats play together for a while.
        """
        return self.side(seat)

    def points(self, seat: int) -> int:
        """What the seat has scored so far."""
        raise NotImplementedError

    def value(self, side: int) -> float:
        """How good a finished game is for a side: 1 is a win, 0 a loss, a tie lies between."""
        raise NotImplementedError

    def prospect(self, side: int) -> float:
        """How good the game looks for a side when a deal is over, from 0 to 1: what searches want.

        The value, unless the game knows better: how far ahead somebody is after a deal says more
        about the deals to come than who is.
        """
        return self.value(side)

    def __copy__(self) -> "State":
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> "State":
        other = self.clone()
        other.chance = deepcopy(self.chance, memo)
        return other
