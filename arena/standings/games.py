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
    who: "NDArray[np.int64]"  # the number of the bot
    rank: "NDArray[np.int64]"
    score: "NDArray[np.float64]"


class _GrowingColumns:
    """Columns while they grow."""

    def __init__(self) -> None:
        self.deal = array("q")
        self.who = array("i")
        self.rank = array("b")
        self.score = array("d")


class CountedGames:
    def __init__(self) -> None:
        self._columns: dict[int, _GrowingColumns] = {}
        self._numbers: dict[str, int] = {}  # of bots, in the order in which they came up

    def add(self, result: Result) -> None:
        """Keep one more game."""
        sides = len(result.who)
        growing = self._columns.get(sides)
        if growing is None:
            growing = self._columns[sides] = _GrowingColumns()
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
        """All games, in an order that does not depend on the order in which they were added."""
        import numpy as np

        place = np.zeros(len(self._numbers), dtype=np.int64)
        for number, name in enumerate(self.names):
            place[self._numbers[name]] = number
        all_columns = []
        for sides, growing in sorted(self._columns.items()):
            deal = np.array(growing.deal, dtype=np.int64)
            who = place[np.array(growing.who, dtype=np.int64)].reshape(-1, sides)
            rank = np.array(growing.rank, dtype=np.int64).reshape(-1, sides)
            score = np.array(growing.score, dtype=np.float64).reshape(-1, sides)
            order = np.lexsort((*score.T, *rank.T, *who.T, deal))
            all_columns.append(Columns(deal[order], who[order], rank[order], score[order]))
        return all_columns
