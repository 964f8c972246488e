"""The effects of actions, as data.

A table emits effects if it has a log. `transcript` writes them as lines, and `action_text` makes
the name of an option from them. They give the face of a card, and its number only if it moves.
"""

from typing import NamedTuple


class PlayersCreated(NamedTuple):
    players: int


class TeamCreated(NamedTuple):
    members: tuple[int, ...]


class CardCreated(NamedTuple):
    face: int
    place: int


class CardMoved(NamedTuple):
    face: int
    start: int
    goal: int
    tried: bool  # the game only tries an option here
    card: int


class CardRemembered(NamedTuple):
    place: int
    faces: tuple[int, ...]  # what the memory holds now


class PlaceReordered(NamedTuple):
    place: int
    faces: tuple[int, ...]  # the new order


class NumberStored(NamedTuple):
    store: int
    value: int


class TextStored(NamedTuple):
    store: int
    text: str


class PointsPut(NamedTuple):
    """One entry of a point map."""

    values: tuple[str, ...]
    points: int


class PlayerBegins(NamedTuple):
    """A player becomes the current one."""

    seat: int


class TeamBegins(NamedTuple):
    """A team becomes the current one."""

    team: int


class PlayerScored(NamedTuple):
    seat: int
    score: int


Effect = (
    PlayersCreated
    | TeamCreated
    | CardCreated
    | CardMoved
    | CardRemembered
    | PlaceReordered
    | NumberStored
    | TextStored
    | PointsPut
    | PlayerBegins
    | TeamBegins
    | PlayerScored
)
