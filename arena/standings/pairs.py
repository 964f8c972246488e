"""Who beat whom: the credit of each bot against each other."""

from collections import defaultdict
from collections.abc import Iterable

from arena.replay.record import Record


class Pairs:
    """Counts games between any two bots; a win is 1, a tie is half."""

    def __init__(self) -> None:
        self.games: dict[tuple[str, str], int] = defaultdict(int)
        self.credit: dict[tuple[str, str], float] = defaultdict(float)

    def add(self, record: Record) -> None:
        """Count one more game."""
        ranks = dict(self._ranks(record))
        for one, rank in ranks.items():
            for other, other_rank in ranks.items():
                if one != other:
                    self.games[one, other] += 1
                    self.credit[one, other] += 0.5 * (1 + (rank < other_rank) - (rank > other_rank))

    def share(self, one: str, other: str) -> float | None:
        """The share of `one` against `other`; None if they have not met."""
        games = self.games.get((one, other), 0)
        return self.credit[one, other] / games if games else None

    @staticmethod
    def _ranks(record: Record) -> Iterable[tuple[str, int]]:
        for side, seats in enumerate(record.sides):
            for seat in seats:
                yield record.name(seat), record.ranks[side]
