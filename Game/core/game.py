"""The contract of a game: everything that the rest of the project asks of it.

A `Game` object has its options and never changes. What happens during play is in its `State`. A new
game is a folder with a `Game`, a `State` and a view, and a line in `Game/registry.py`. CONTRIBUTING
has the recipe, `tests/tenth_game` a small example, and `tests/conformance` checks every game.
"""

from array import array
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from Game.core import Refusal
from Game.core.encoder import Encoder
from Game.core.keys import KeyedStream, derive
from Game.core.options import Option, nearest, settle
from Game.core.state import State
from Game.core.stream import Stream
from Game.core.words import Texts, read_words

if TYPE_CHECKING:
    from Game.core.commentary import Commentary
    from Game.core.picture import Picture


class DealError(Refusal):
    """The written deal is impossible in this game."""


class ActionError(Refusal):
    """The text does not name an action that is legal here."""


@dataclass(frozen=True)
class Outcome:
    """The result of a game: the score of each seat, and the place of each side (0 is first)."""

    scores: tuple[float, ...]
    ranks: tuple[int, ...]


class Game:
    name: str
    title: str
    about: str
    options: tuple[Option, ...] = ()
    view_type: ClassVar[type[msgspec.Struct]]
    seats: int
    sides: tuple[tuple[int, ...], ...]  # which seats play together; a bot plays one side
    most_points_win: bool = True  # if not, the fewest do

    def __init__(self, **chosen: Any) -> None:
        self.chosen: dict[str, str] = settle(self.name, self.options, chosen)

    @property
    def variant(self) -> dict[str, str]:
        """The options to show to people."""
        return self.chosen

    def make_again(self) -> "Game":
        """A new object of the same game, with the same options."""
        return type(self)(**self.chosen)

    def bot_of_each_seat(self, bots: Sequence[int]) -> list[int]:
        """The bot in each seat, given the bot of each side."""
        seats = [0] * self.seats
        for side, places in enumerate(self.sides):
            for seat in places:
                seats[seat] = bots[side]
        return seats

    def words(self, language: str) -> Texts:
        """The texts of the game in a language, by key: `title`, `about`, the words of its picture.

        Override it to add the words of a game to these shared ones (`read_words`).
        """
        return {"title": self.title, "about": self.about, **read_words("Game.core", language)}

    # Playing

    def observe(self, view: Any, stream: Stream) -> Any:
        """The observation that a bot gets for a view. The stream fills in the hidden cards."""
        return self.observation(self, view, stream)

    @cached_property
    def observation(self) -> Callable[[Any, Any, Stream], Any]:
        """The class of the observations, or a function of (game, view, stream) that makes one.

        A game imports its own class here and not at the top, because that module imports the game.
        """
        from Game.core.observation import GameObservation

        return GameObservation

    def picture(self) -> "Picture | None":
        """How the viewer draws the game. Without one, the viewer shows a table of the moves."""
        return None

    def commentary(self) -> "Commentary":
        """What can be said about the game as it goes on. Without its own, only what holds for all
        games."""
        from Game.core.commentary import Commentary

        return Commentary()

    # Learning

    feature_sets: tuple[str, ...] = ("raw",)

    def encoder(self, features: str = "raw") -> Encoder:
        """What a learner sees of this game. `features` is one of `feature_sets`."""
        if features not in self.feature_sets:
            raise Refusal(
                f"{self.name} has no features {features!r}. "
                + nearest(features, list(self.feature_sets))
            )
        return self.make_encoder(features)

    def make_encoder(self, features: str) -> Encoder:
        """A new encoder. Every game that bots can learn overrides it."""
        raise Refusal(f"Bots cannot learn {self.name}: the game has no features")

    def features(self, view: Any, features: str = "raw") -> "array[float]":
        """What a view tells, as a row of numbers. It is equally long in all positions."""
        encoder = self.encoder(features)
        return encoder.row(self.determinise(view, Stream(0)), view.seat)

    # Dealing

    def deal(self, stream: Stream) -> State:
        """A new game."""
        raise NotImplementedError

    def deal_number(self, key: bytes, number: int) -> State:
        """One deal of the endless series that a key gives: the same number, the same deal."""
        return self.deal(KeyedStream(derive(key, "deal", number)))

    def determinise(self, view: Any, stream: Stream) -> State:
        """A full state that agrees with the view. Cards that the seat cannot know are dealt at
        random."""
        raise NotImplementedError

    def relaxed_worlds(self) -> int:
        """How many imagined worlds may not agree with everything that their seat knows.

        A game whose constraints are solved directly has none. Others may drop the oldest condition
        if they find no world in bounded work.
        """
        return 0

    def outcome(self, state: State) -> Outcome:
        """The result of a finished game."""
        values = [state.value(side) for side in range(len(self.sides))]
        best_first = sorted(values, reverse=True)
        return Outcome(
            scores=tuple([state.points(seat) for seat in range(self.seats)]),
            ranks=tuple([best_first.index(value) for value in values]),
        )

    # Writing

    def write_deal(self, state: State) -> dict[str, Any]:
        """A fresh state as plain data, cards as text. A record starts with it."""
        raise NotImplementedError

    def read_deal(self, deal: Mapping[str, Any]) -> State:
        """The state that `write_deal` wrote. An impossible deal raises a `DealError`."""
        raise NotImplementedError

    def action_text(self, state: State, action: int) -> str:
        """The text of an action in this state."""
        raise NotImplementedError

    def read_action(self, state: State, text: str) -> int:
        """The legal action that `text` names in this state."""
        legal = {self.action_text(state, action): action for action in state.legal()}
        if text not in legal:
            raise ActionError(f"{text!r} cannot be played here: the choice is {' '.join(legal)}")
        return legal[text]

    def choice_place(self, state: State) -> int:
        """The place of the next choice in the rules. Choices of the same kind have the same number.

        0 for all choices, unless the game can tell them apart. The analysis of a game uses it to
        find the choices that are made in tricks.
        """
        return 0

    def cards(self, state: State) -> list[int]:
        """Every card in the game, in any place: the same cards from the deal to the end."""
        raise NotImplementedError
