"""The counted games: a few small numbers of each, in columns, 34 bytes for a game of two sides.

Lines and pairs are counted as results come in. A comparison of deals must know which games were
played on the same deal, so it needs these columns. Games with different numbers of sides have
separate columns.
"""

from array import array
from typing import TYPE_CHECKING, NamedTuple

from arena.replay.result import Result

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Columns(NamedTuple):
    """Games with the same number of sides: a row for each game, a column for each side."""

    deal: "NDArray[np.int64]"  # one number for each game
    who: "NDArray[np.int32]"  # the number of the bot
    rank: "NDArray[np.int8]"
    score: "NDArray[np.float64]"

    def rows(self, which: "NDArray[np.intp] | slice") -> "Columns":
        """Some of the games, in this order."""
        return Columns(self.deal[which], self.who[which], self.rank[which], self.score[which])


class _GrowingColumns:
    """Columns while they grow."""

    def __init__(self) -> None:
        self.deal = array("q")
        self.who = array("i")
        self.rank = array("b")
        self.score = array("d")


class CountedGames:
    def __init__(self) -> None:
        self._new: dict[int, _GrowingColumns] = {}  # by the number of sides
        self._numbers: dict[str, int] = {}  # of bots, in the order in which they came up
        self._sorted: dict[int, Columns] = {}
        self._sorted_names: list[str] = []  # the names that number the bots in `_sorted`

    def add(self, result: Result) -> None:
        """Keep one more game."""
        sides = len(result.who)
        growing = self._new.get(sides)
        if growing is None:
            growing = self._new[sides] = _GrowingColumns()
        numbers = self._numbers
        growing.deal.append(result.deal)
        growing.who.extend([numbers.setdefault(name, len(numbers)) for name in result.who])
        growing.rank.extend(result.ranks)
        growing.score.extend(result.scores)

    @property
    def names(self) -> list[str]:
        """All bots that have played, in alphabetical order: this order numbers them."""
        return sorted(self._numbers)

    def columns(self) -> list[Columns]:
        """All games, by deal, in an order that does not depend on the order of `add`."""
        if self._new:
            self._sort()
        return [columns for _, columns in sorted(self._sorted.items())]

    def _sort(self) -> None:
        """Move the new games to the sorted ones. Then they are in memory once."""
        import numpy as np

        names = self.names
        place = {name: number for number, name in enumerate(names)}
        before = np.array([place[name] for name in self._sorted_names], dtype=np.int32)
        for sides, columns in self._sorted.items():
            self._sorted[sides] = columns._replace(who=before[columns.who])
        arrived = np.array([place[name] for name in self._numbers], dtype=np.int32)
        while self._new:
            sides, growing = self._new.popitem()
            columns = Columns(
                np.frombuffer(growing.deal, dtype=np.int64),
                arrived[np.frombuffer(growing.who, dtype=np.int32)].reshape(-1, sides),
                np.frombuffer(growing.rank, dtype=np.int8).reshape(-1, sides),
                np.frombuffer(growing.score, dtype=np.float64).reshape(-1, sides),
            )
            if sides in self._sorted:
                earlier = self._sorted[sides]
                columns = Columns(
                    np.concatenate((earlier.deal, columns.deal)),
                    np.concatenate((earlier.who, columns.who)),
                    np.concatenate((earlier.rank, columns.rank)),
                    np.concatenate((earlier.score, columns.score)),
                )
            order = np.lexsort((*columns.score.T, *columns.rank.T, *columns.who.T, columns.deal))
            self._sorted[sides] = columns.rows(order)
        self._sorted_names = names
