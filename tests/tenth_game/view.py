"""The view of a seat in Bazas: its hand, and all cards that were played."""

from msgspec import Struct


class BazasView(Struct, frozen=True, array_like=True):
    seat: int
    turn: int
    leader: int
    hand: tuple[int, ...]
    played: tuple[int, ...]  # in the order of playing, from the first trick on
    tricks: tuple[int, ...]  # that each seat has taken
