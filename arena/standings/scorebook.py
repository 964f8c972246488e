"""The scorebook of a phase: everything that its table is made of, counted in one pass.

Results may come in any order. Nothing here depends on the order, the clock or chance. So a run that
was interrupted and resumed has the same standings as a run without interruption.
"""

from collections.abc import Iterable

from arena.replay.result import Result
from arena.standings.games import CountedGames
from arena.standings.pairs import Pairs
from arena.standings.tally import TallyLine, add


class Scorebook:
    """Counts the games of the teams that were entered, and of the bots that they have played."""

    def __init__(self, teams: Iterable[str], results: Iterable[Result] = ()) -> None:
        self.teams = list(teams)  # the rows of the table; house bots have none
        self.lines = {name: TallyLine(name) for name in self.teams}
        self.pairs = Pairs()
        self.games = CountedGames()
        for result in results:
            self.add(result)

    def add(self, result: Result) -> None:
        """Count one more game."""
        for name in result.who:
            if name not in self.lines:
                self.lines[name] = TallyLine(name)
        add(self.lines, result)
        self.pairs.add(result)
        self.games.add(result)
