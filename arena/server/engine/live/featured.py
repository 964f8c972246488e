"""Chooses the game that is on show: one after the other, so that each team is seen."""

from collections import Counter, deque
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from arena.pages.site.data.featured import FeaturedGame
from arena.server.engine.show.live import LiveTelling

PACE = 1.5  # seconds a move
QUICKEST = 0.75  # in a long game
LONGEST = 300.0  # seconds for a game, if it is not too long for that
REST = timedelta(seconds=6)  # in which people see the result
KEPT = 50  # games that may still be shown


class ShowableGame(NamedTuple):
    id: str
    number: int  # in the phase
    match: int  # its index in the phase
    names: Sequence[str]  # of the sides
    teams: Sequence[str]  # the keys of the teams among them


class GamesOnShow:
    """Remembers which games of a phase were shown, and which teams how often."""

    def __init__(self) -> None:
        self.now_on: FeaturedGame | None = None
        self.candidate: ShowableGame | None = None  # the same game
        self.told: LiveTelling | None = None  # about the same game, if it is on a projector
        self._offered: deque[ShowableGame] = deque(maxlen=KEPT)
        self._shown: Counter[str] = Counter()  # by team
        self._done: set[str] = set()

    def begin_again(self) -> None:
        """Other games may be shown now. They will be offered again."""
        self._offered.clear()

    def offer(self, game: ShowableGame) -> None:
        """This game may be shown from now on."""
        if game.teams and game.id not in self._done:
            self._offered.append(game)

    def goes_on(self, now: datetime) -> bool:
        return self.now_on is not None and now < self.now_on.ends_at + REST

    def choose(self) -> ShowableGame | None:
        """The newest game of those whose teams were shown least."""
        if not self._offered:
            return None
        game = min(reversed(self._offered), key=lambda each: max(map(self._times, each.teams)))
        self._offered.remove(game)
        self._done.add(game.id)
        self._shown.update(game.teams)
        return game

    def _times(self, team: str) -> int:
        return self._shown[team]


def pace_of(moves: int) -> float:
    """Seconds a move for a game with so many moves."""
    return max(QUICKEST, min(PACE, LONGEST / max(1, moves)))
