"""What is kept of every game: a few small numbers in columns, 34 bytes for a game of two sides.

Lines and pairs are counted as results come in. To compare deals, one must know which games were
played on the same deal, and needs these columns. Games may differ in their number of sides; each
number has columns of its own.
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


class _Kept:
    """Columns while they grow."""

    def __init__(self) -> None:
        self.deal = array("q")
        self.who = array("i")
        self.rank = array("b")
        self.score = array("d")


class CountedGames:
    def __init__(self) -> None:
        self._kept: dict[int, _Kept] = {}
        self._numbers: dict[str, int] = {}  # of bots, in the order in which they came up

    def add(self, result: Result) -> None:
        """Keep one more game."""
        sides = len(result.who)
        kept = self._kept.get(sides)
        if kept is None:
            kept = self._kept[sides] = _Kept()
        numbers = self._numbers
        kept.deal.append(result.deal)
        kept.who.extend([numbers.setdefault(name, len(numbers)) for name in result.who])
        kept.rank.extend(result.ranks)
        kept.score.extend(result.scores)

    @property
    def names(self) -> list[str]:
        """All bots that have played, in alphabetical order: this order numbers them."""
        return sorted(self._numbers)

    def columns(self) -> list[Columns]:
        """All games, in an order that does not depend on the one in which they came."""
        import numpy as np

        place = np.zeros(len(self._numbers), dtype=np.int64)
        for number, name in enumerate(self.names):
            place[self._numbers[name]] = number
        all_columns = []
        for sides, kept in sorted(self._kept.items()):
            deal = np.array(kept.deal, dtype=np.int64)
            who = place[np.array(kept.who, dtype=np.int64)].reshape(-1, sides)
            rank = np.array(kept.rank, dtype=np.int64).reshape(-1, sides)
            score = np.array(kept.score, dtype=np.float64).reshape(-1, sides)
            order = np.lexsort((*score.T, *rank.T, *who.T, deal))
            all_columns.append(Columns(deal[order], who[order], rank[order], score[order]))
        return all_columns
