"""What a seat may know in a described game."""

from msgspec import Struct

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
    places: tuple[tuple[int, ...], ...]  # from bottom to top, UNSEEN for what the seat cannot see
    stores: tuple[int, ...]
    points: bytes  # the point maps as they were put last
    names: bytes  # what variables hold
    scores: tuple[int, ...]
