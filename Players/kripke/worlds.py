"""A Kripke model for each card of a round of BoerenBridge: one world for each possible holder.

An agent knows whether it holds the card itself. All worlds in which another agent holds it look the
same to it. This is the agent's accessibility relation, as a partition of the worlds. Therefore it
is reflexive, symmetric and transitive. Announcements remove worlds (`announcements.py`).
`questions.py` asks questions about knowledge. These models do not know how many cards each agent
holds; the joint model does (`joint.py`).
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

SEATS = (0, 1, 2, 3)
NAMES = ("North", "East", "South", "West")
NOBODY = 4  # the holder of a card that was not dealt: it lies aside (option deck=full)
LETTERS = "NESW-"  # of the holders


@dataclass(frozen=True)
class CardModel:
    """The public knowledge about one card, and the worlds that each agent can tell apart."""

    card: int
    worlds: tuple[int, ...]  # the holders that are still possible, in order
    out: bool = False  # it was played, and everybody saw who had it

    def cell(self, agent: int, world: int) -> tuple[int, ...]:
        """The worlds that the agent cannot tell from this one, including this one."""
        if world == agent:
            return (world,)
        return tuple([other for other in self.worlds if other != agent])

    def pairs(self, agent: int) -> tuple[tuple[int, int], ...]:
        """The agent's relation as lines to draw: each pair of different worlds, once."""
        others = [world for world in self.worlds if world != agent]
        return tuple([(w, v) for i, w in enumerate(others) for v in others[i + 1 :]])

    @property
    def is_common(self) -> bool:
        """Is the holder of the card common knowledge?"""
        return len(self.worlds) == 1

    def only(self, holders: Iterable[int], out: bool = False) -> "CardModel":
        """The model restricted to these worlds."""
        left = set(holders)
        return CardModel(
            self.card, tuple([world for world in self.worlds if world in left]), self.out or out
        )


class Announcement(Protocol):
    """Everybody hears it at the same time. It removes worlds."""

    def restrict(self, model: CardModel) -> CardModel: ...


class Models(Mapping[int, CardModel]):
    """The models of all cards of a round, in the order of the cards."""

    def __init__(self, models: Iterable[CardModel]) -> None:
        self._models = {model.card: model for model in models}

    def __getitem__(self, card: int) -> CardModel:
        return self._models[card]

    def __iter__(self) -> Iterator[int]:
        return iter(self._models)

    def __len__(self) -> int:
        return len(self._models)

    def after(self, *announcements: Announcement) -> "Models":
        """The models after these announcements, one after another."""
        models = list(self._models.values())
        for announcement in announcements:
            models = [announcement.restrict(model) for model in models]
        return Models(models)


def first_models(pack: Iterable[int], full: bool = False) -> Models:
    """The models before any card is played: each agent may hold each card of the round.

    With the full pack some cards are not dealt, so a card may also lie aside.
    """
    holders = (*SEATS, NOBODY) if full else SEATS
    return Models([CardModel(card, holders) for card in sorted(pack)])


def possible_holders(model: CardModel, seat: int, holds: bool) -> tuple[int, ...]:
    """The holders that are possible for a seat, which sees whether it holds the card itself."""
    if model.out:
        return model.worlds
    if holds:
        return (seat,)
    return tuple([world for world in model.worlds if world != seat])
