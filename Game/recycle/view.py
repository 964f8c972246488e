"""What a seat may know in a described game, and what it is told of that."""

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import Struct

from Game.recycle.machine.table import Table

UNSEEN = -1_000_000  # in place of a card


class RecycleView(Struct, frozen=True, array_like=True, gc=False):
    """The table as a seat sees it. Cards are numbers, remembered ones are written ~card."""

    seat: int  # who looks
    turn: int  # who chooses, -1 when the game is over
    at: int  # where the game is in its course
    choices: int  # how many there have been
    cycle: tuple[int, ...]  # the current player and the queued one, of each stage around
    team_cycle: tuple[int, ...]
    teams: tuple[tuple[int, ...], ...]
    faces: tuple[int, ...]  # what is on each card that there is, wherever it lies
    places: tuple[tuple[int, ...], ...]  # from bottom to top, UNSEEN for what the seat cannot see
    stores: tuple[int, ...]
    points: bytes  # the point maps as they were put last
    names: bytes  # what variables hold
    scores: tuple[int, ...]


def mapped(held: Any, kind: str, change: Callable[[Any], Any]) -> Any:
    """What a variable holds, with every card in it changed: a card, a place (its number, or a
    selection of cards) or several places."""
    if kind == "card":
        return change(held)
    if kind == "place" and isinstance(held, list):
        return [change(card) for card in held]
    if kind == "places":
        return [mapped(one, "place", change) for one in held]
    return held


Kept = dict[int, str]  # variables that hold something at a choice, and what


def look(table: Table, kept: Kept, turn: int, seat: int) -> RecycleView:
    """The table as the seat sees it."""

    def shown(card: int) -> Any:
        """A card that a variable holds. What the seat cannot see is told by where it lies."""
        if card < 0:
            return card
        place = table.where[card]
        if table.is_seen(card, place, seat):
            return card
        return [place, table.places[place].index(card)]

    places = [
        tuple([card if table.is_seen(card, place, seat) else UNSEEN for card in cards])
        for place, cards in enumerate(table.places)
    ]
    names = [mapped(table.values[slot], kind, shown) for slot, kind in kept.items()]
    loops = [
        ([mapped(one, kind, shown) for one in items], index, kind)
        for items, index, kind in table.loops
    ]
    return RecycleView(
        seat,
        turn,
        table.pc,
        table.choices,
        (*sum(table.held, ()), table.seat, table.queued),
        (*sum(table.team_held, ()), table.team, table.team_queued),
        table.teams,
        tuple(table.faces),
        tuple(places),
        tuple(table.stores),
        msgspec.msgpack.encode([one and one.entries for one in table.maps]),
        msgspec.msgpack.encode([names, loops]),
        tuple(table.scores),
    )


def replace_held(table: Table, kept: Kept, before: list[int], after: list[int]) -> None:
    """Variables hold the cards that now lie where theirs lay."""
    if not any(kept.values()) and not any(kind for _, _, kind in table.loops):
        return
    instead = dict(zip(before, after, strict=True))

    def changed(card: int) -> int:
        return instead.get(card, card)

    for slot, kind in kept.items():
        table.values[slot] = mapped(table.values[slot], kind, changed)
    table.loops = [
        ([mapped(one, kind, changed) for one in items], index, kind)
        for items, index, kind in table.loops
    ]
