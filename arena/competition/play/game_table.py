"""A table of games by their ids, for phases of millions of games: about 25 bytes a game.

A dictionary needs ten times as much. The ids are hashes, so their numbers are their places in a
hash table. The values should be few objects that many games share, such as matches and outcomes.
"""

from array import array
from collections.abc import Iterator, MutableMapping
from typing import Generic, TypeVar

SMALLEST = 1024  # places of an empty table; always a power of two
FREE = 0
ID = 16  # hexadecimal digits

ValueT = TypeVar("ValueT")


class GameTable(MutableMapping[str, ValueT], Generic[ValueT]):
    """Like a dictionary from ids to values, in the order in which the ids came. It only grows."""

    def __init__(self) -> None:
        self._ids = array("Q")
        self._numbers = array("I")  # of the values, a number for each id
        self._values: list[ValueT] = []
        self._number_of: dict[ValueT, int] = {}
        # Open addressing: an entry is the position of an id plus 1. At most half of them are used.
        self._places = array("I", bytes(4 * SMALLEST))

    def __len__(self) -> int:
        return len(self._ids)

    def __iter__(self) -> Iterator[str]:
        for id in self._ids:
            yield f"{id:0{ID}x}"

    def __contains__(self, id: object) -> bool:
        number = _as_number(str(id))
        return number is not None and self._places[self._place(number)] != FREE

    def __getitem__(self, id: str) -> ValueT:
        number = _as_number(id)
        entry = FREE if number is None else self._places[self._place(number)]
        if entry == FREE:
            raise KeyError(id)
        return self._values[self._numbers[entry - 1]]

    def number_of(self, id: str) -> int:
        """The number of this id in the order in which the ids came, from 1."""
        number = _as_number(id)
        entry = FREE if number is None else self._places[self._place(number)]
        if entry == FREE:
            raise KeyError(id)
        return entry

    def with_number(self, number: int) -> str:
        """The id with this number. Raises an `IndexError` if there is none."""
        if number < 1:
            raise IndexError(number)
        return f"{self._ids[number - 1]:0{ID}x}"

    def __setitem__(self, id: str, value: ValueT) -> None:
        number = self._number_of.get(value)
        if number is None:
            number = self._number_of[value] = len(self._values)
            self._values.append(value)
        known = _as_number(id)
        if known is None:
            raise ValueError(f"{id!r} is not the id of a game")
        place = self._place(known)
        entry = self._places[place]
        if entry != FREE:
            self._numbers[entry - 1] = number
            return
        self._ids.append(known)
        self._numbers.append(number)
        self._places[place] = len(self._ids)
        if 2 * len(self._ids) > len(self._places):
            self._grow()

    def __delitem__(self, id: str) -> None:
        raise TypeError("a table of games only grows")

    def _place(self, id: int) -> int:
        """The place of this id, or the free place where it belongs."""
        places, ids = self._places, self._ids
        last = len(places) - 1
        place = id & last
        while (entry := places[place]) != FREE and ids[entry - 1] != id:
            place = (place + 1) & last
        return place

    def _grow(self) -> None:
        self._places = places = array("I", bytes(2 * self._places.itemsize * len(self._places)))
        last = len(places) - 1
        for entry, id in enumerate(self._ids, start=1):
            place = id & last
            while places[place] != FREE:
                place = (place + 1) & last
            places[place] = entry


def is_game_id(id: str) -> bool:
    """Could this be the id of a game? `game_id` makes no others."""
    return _as_number(id) is not None


def _as_number(id: str) -> int | None:
    try:
        number = int(id, 16)
    except ValueError:
        return None
    return number if 0 <= number < 1 << 64 and f"{number:0{ID}x}" == id else None
