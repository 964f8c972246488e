"""The observation that a bot gets: its view, and one imagined world.

The view is everything that the seat knows. The world is a full state that agrees with the view; its
hidden cards are dealt at random at first use. The real state is never here. This class works for
every game. A subclass of a game may add more methods for its players.
"""

from dataclasses import dataclass
from typing import Any, Self

from Game.core.game import Game
from Game.core.state import State
from Game.core.stream import Stream


@dataclass(frozen=True)
class Choice:
    """An action of a game that has no action class."""

    number: int
    text: str

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Choice {self.number}: {self.text}>"


class NotAnAction(ValueError):
    """The bot's answer is not an action of the game. `instead` may describe the answer."""

    def __init__(self, sentence: str, instead: str = "") -> None:
        super().__init__(sentence)
        self.instead = instead


class GameObservation:
    def __init__(self, game: Game, view: Any, stream: Stream) -> None:
        self.game = game
        self.view = view
        self.seat: int = view.seat
        self.stream = stream
        self._world: State | None = None

    @property
    def turn(self) -> int:
        """The seat to act, -1 when the game is over."""
        return self.world().turn

    def world(self) -> State:
        """The imagined state. Moves played on it change this observation."""
        if self._world is None:
            self._world = self.game.determinise(self.view, self.stream)
            self._world.chance = self.stream
        return self._world

    def __repr__(self) -> str:
        try:
            lines = self.table_text().splitlines()
        except Exception:  # a bot may put anything into its observation
            return object.__repr__(self)
        return "\n".join([f"<{type(self).__name__} of {self.game.title}", *lines]) + ">"

    def get_list_actions(self) -> list[Any]:
        """All actions that the seat to act may choose from."""
        return [self.action(number) for number in self.world().legal()]

    def is_terminal(self) -> bool:
        """Is the game over?"""
        return self.world().is_terminal()

    def points(self, seat: int) -> int:
        """The points of the seat so far."""
        return self.world().points(seat)

    def clone(self) -> Self:
        """A copy with the same imagined world."""
        other = self._bare()
        other._world = self.world().clone()
        other._world.chance = self.stream  # a cloned state has no stream
        return other

    def get_randomized_clone(self) -> Self:
        """A copy in which everything the seat has not seen is dealt again."""
        other = self.clone()
        other.world().redeal(self.seat, self.stream)
        return other

    def action(self, number: int) -> Any:
        """The action with this number, as `get_list_actions` gives it."""
        return Choice(number, self.game.action_text(self.world(), number))

    @staticmethod
    def number(action: Any) -> int:
        """The number of an action. Anything else raises `NotAnAction`."""
        if not isinstance(action, Choice) or not isinstance(action.number, int):
            raise NotAnAction("that is not an action of this game")
        return int(action.number)

    def messages(self) -> list[str]:
        """The announcements since the game began. Some games announce nothing."""
        return []

    def table_text(self) -> str:
        """The position as the seat sees it, for a person to read."""
        return str(self.view)

    def advance(self, action: Any, heuristic: Any = None) -> float:
        """Play an action in the imagined world. `ForwardModel.play` calls this."""
        mover = self.turn
        self.world().play(self.number(action))
        return heuristic.get_score(self, mover) if heuristic is not None else 0

    def _bare(self) -> Self:
        return type(self)(self.game, self.view, self.stream)
