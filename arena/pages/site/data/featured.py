"""The game that the server is showing, move by move, as `live.json`."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from msgspec import Struct

FILE = "live.json"


class FeaturedGame(Struct, frozen=True):
    phase: str
    match: str  # its label
    names: Sequence[str]  # of the sides
    teams: Sequence[str]  # the keys of the teams among them
    number: int  # of the game in the phase
    moves: int
    started_at: datetime
    pace: float  # seconds a move

    @property
    def ends_at(self) -> datetime:
        return self.started_at + timedelta(seconds=self.moves * self.pace)
