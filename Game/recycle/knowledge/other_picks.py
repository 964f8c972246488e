"""What an option picks, and what others might think that it picks.

An option can show something of a card that stays where it is: in Go Fish a player asks for a rank
that it holds. Nobody sees which of its cards it thinks of.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from math import prod
from typing import Any, NamedTuple

from Game.recycle.knowledge.public_cards import public_cards
from Game.recycle.knowledge.values.tosses import TooHard
from Game.recycle.machine.table import Table

MOST_PICKS = 60  # ways to pick other cards in an option that does the same


class Picked(NamedTuple):
    """A card or a group that an option picks, and of which not everybody knows the cards."""

    step: int  # in the path of the option
    item: Any
    others: list[Any] | None  # the items that might have been picked instead, if we know them


def cards_in(item: Any) -> Sequence[int]:
    return item if isinstance(item, list) else (item,)


def other_picks(
    picked: Sequence[Picked], path: Any, before: Table, after: Table, known: set[int]
) -> Iterator[tuple[Any, list[int]]]:
    """The paths of the same option that pick other cards, for cards that are not taken, and the
    faces with which they do the same. The faces of `known` cards cannot be others."""
    public = public_cards(after)
    open_picks = [
        one
        for one in picked
        if any(
            after.where[card] == before.where[card] and card not in public
            for card in cards_in(one.item)
        )
    ]
    ways = [[one.item, *(one.others or ())] for one in open_picks]
    if any(one.others is None for one in open_picks) or prod(map(len, ways)) > MOST_PICKS:
        raise TooHard
    items = [one.item for one in open_picks]
    for others in product(*ways):
        if list(others) == items:
            continue
        other = list(path)
        for one, item in zip(open_picks, others, strict=True):
            other[one.step] = item
        yield tuple(other), exchanged_faces(before.faces, items, others, known)


def exchanged_faces(
    faces: list[int], items: Sequence[Any], others: Sequence[Any], known: set[int]
) -> list[int]:
    """The faces of the cards, if these other items had the faces of those that were picked."""
    before = [card for item in items for card in cards_in(item)]
    cards = [card for item in others for card in cards_in(item)]
    instead = dict(zip(cards, before, strict=False))
    rest = [card for card in instead if card not in instead.values()]
    instead |= zip([card for card in before if card not in instead], rest, strict=False)
    exchanged = faces[:]
    for card, old in instead.items():
        if card not in known and old not in known:
            exchanged[card] = faces[old]
    return exchanged
