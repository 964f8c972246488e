"""The contract of a game: how it is dealt, what a seat makes of its view, how it is written.

A `Game` is made with its options and then never changes. What happens during play is in its
`State`. A new game is one folder with these two, a view, and a line in `Game/registry.py`; the
conformance suite in `tests/conformance` then proves that it plays.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from Game.core.keys import KeyedStream, derive
from Game.core.options import Option, settle
from Game.core.refusal import Refusal
from Game.core.state import State
from Game.core.stream import Stream
from Game.core.words import Texts, read_words

if TYPE_CHECKING:
    from Game.core.picture import Picture


class DealError(Refusal):
    """A written deal that cannot be dealt."""


class ActionError(Refusal):
    """A text that is not an action of the game."""


@dataclass(frozen=True)
class Outcome:
    """How a game ended: what each seat scored, and the place of each side (0 is first)."""

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

    def __init__(self, **chosen: Any) -> None:
        self.chosen: dict[str, str] = settle(self.name, self.options, chosen)

    @property
    def variant(self) -> dict[str, str]:
        """The options as people are told them."""
        return self.chosen

    def make_again(self) -> "Game":
        """The same game, made anew from its options."""
        return type(self)(**self.chosen)

    def seated(self, who: Sequence[int]) -> list[int]:
        """Who sits in each seat, when these play the sides."""
        seats = [0] * self.seats
        for side, places in enumerate(self.sides):
            for seat in places:
                seats[seat] = who[side]
        return seats

    def words(self, language: str) -> Texts:
        """The texts of the game in a language, by key: `about`, and all that its picture says.

        A game with words of its own adds them to these (`read_words`).
        """
        return {"about": self.about, **read_words("Game.core", language)}

    # Playing

    def observe(self, view: Any, stream: Stream) -> Any:
        """What a bot is handed for a view. The stream fills in what the view does not tell."""
        return self.observation(self, view, stream)

    @cached_property
    def observation(self) -> Callable[[Any, Any, Stream], Any]:
        """What makes an observation of (game, view, stream): a subclass of `GameObservation`.

        It is imported when it is first asked for, because its module imports the game's.
        """
        from Game.core.observation import GameObservation

        return GameObservation

    def picture(self) -> "Picture | None":
        """How the viewer draws the game; None: as a table of its moves."""
        return None

    def deal(self, stream: Stream) -> State:
        """A new game."""
        raise NotImplementedError

    def deal_number(self, key: bytes, number: int) -> State:
        """The deal with this number of all that follow from a key."""
        return self.deal(KeyedStream(derive(key, "deal", number)))

    def determinise(self, view: Any, stream: Stream) -> State:
        """A full state that agrees with everything in the view, the rest dealt at random."""
        raise NotImplementedError

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
        """A fresh state as plain data, cards as text: what a record starts with."""
        raise NotImplementedError

    def read_deal(self, deal: Mapping[str, Any]) -> State:
        """The state that `write_deal` wrote; a `DealError` for what no dealer could have dealt."""
        raise NotImplementedError

    def action_text(self, state: State, action: int) -> str:
        """How an action is written in this state."""
        raise NotImplementedError

    def read_action(self, state: State, text: str) -> int:
        """The legal action that `text` names in this state."""
        legal = {self.action_text(state, action): action for action in state.legal()}
        if text not in legal:
            raise ActionError(f"{text!r} cannot be played here: the choice is {' '.join(legal)}")
        return legal[text]

    def cards(self, state: State) -> list[int]:
        """Every card in the game, wherever it lies: the same cards from the deal to the end."""
        raise NotImplementedError

    def encode_view(self, view: Any) -> bytes:
        """A view as bytes, to be sent to a bot. Equal knowledge gives equal bytes."""
        return msgspec.msgpack.encode(view)

    def decode_view(self, data: bytes) -> Any:
        return msgspec.msgpack.decode(data, type=self.view_type)
