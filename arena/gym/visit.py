"""A bot's visit to the gym: its results against each bot of the ladder, and what they show.

`GymResults` only counts games. It plays nothing and prints nothing.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import sqrt

from arena.gym.ladder import Rung
from arena.replay.record import FaultEntry
from arena.replay.result import margin, win_draw_loss
from arena.standings.anchored import AnchoredRating, anchored_rating, expected_credit
from arena.standings.games import CountedGames
from arena.standings.interval import wilson
from arena.standings.sequential import Decision
from arena.workers.games import PlayedGame

WEAK_POINTS = 3  # the most that are shown


@dataclass
class SideCredit:
    """The bot's games on one side against one opponent."""

    games: int = 0
    credit: float = 0.0
    expected: list[tuple[int, int]] = field(default_factory=list)  # sides of the bot, and of all


@dataclass
class Opponent:
    """A bot of the ladder, and the games against it."""

    rung: Rung
    name: str  # in the records
    games: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    credit: float = 0.0
    sides: dict[int, SideCredit] = field(default_factory=dict)
    faults: Counter[str] = field(default_factory=Counter)
    decision: Decision = ""
    clearest_defeat: tuple[float, int] = (0.0, 0)  # the margin, and the number of the game

    @property
    def share(self) -> float:
        return self.credit / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        return wilson(self.share, self.games)


@dataclass(frozen=True)
class WeakPoint:
    """A side on which the bot gets less against an opponent than its rating predicts."""

    opponent: Opponent
    side: int
    games: int
    credit: float
    expected: float

    @property
    def shortfall(self) -> float:
        """The credit that it gets less than expected."""
        return self.expected - self.credit

    @property
    def spread(self) -> float:
        """The standard deviation of the credit, if the games were independent."""
        return sqrt(self.expected * (1 - self.expected / self.games))


class GymResults:
    """All games of a visit so far."""

    def __init__(self, bot: str, opponents: Sequence[Opponent]) -> None:
        self.bot = bot  # its name in the records
        self.opponents = opponents
        self.games = 0
        self.first_fault: tuple[int, FaultEntry] | None = None  # the number of the game
        self._by_name = {opponent.name: opponent for opponent in opponents}
        self._counted = CountedGames()

    def count(self, game: PlayedGame) -> Opponent:
        """Count a game; returns its opponent."""
        self.games += 1
        result = game.result
        self._counted.add(result)
        opponent = next(self._by_name[name] for name in result.who if name != self.bot)
        mine = [side for side, name in enumerate(result.who) if name == self.bot]
        self._count_outcome(opponent, game, mine)
        for side in mine:
            cell = opponent.sides.setdefault(side, SideCredit())
            cell.games += 1
            cell.credit += result.credit[side]
            cell.expected.append((len(mine), len(result.who)))
            opponent.faults.update(result.efforts[side].faults)
        for name, fault in game.faults:
            if name == self.bot and self.first_fault is None:
                self.first_fault = self.games, fault
        return opponent

    def _count_outcome(self, opponent: Opponent, game: PlayedGame, mine: Sequence[int]) -> None:
        """Count a game as one, even if the bot plays several of its sides."""
        result = game.result
        best = min(mine, key=lambda side: result.ranks[side])
        won, drawn, lost = win_draw_loss(result.ranks, best)
        if drawn and all(result.who[i] == self.bot for i, r in enumerate(result.ranks) if r == 0):
            won, drawn = 1, 0  # it shares the first place only with itself
        opponent.games += 1
        opponent.wins += won
        opponent.draws += drawn
        opponent.losses += lost
        opponent.credit += sum(result.credit[side] for side in mine)
        total, sides = sum(result.scores), len(result.who)
        behind = min(margin(result.scores[side], total, sides) for side in mine)
        if lost and behind < opponent.clearest_defeat[0]:
            opponent.clearest_defeat = behind, self.games

    def rating(self) -> AnchoredRating | None:
        """The bot's rating; None before the first game."""
        known = {opponent.name: opponent.rung.rating for opponent in self.opponents}
        return anchored_rating(self._counted, self.bot, known)

    def faults(self) -> Counter[str]:
        """The bot's faults in all games."""
        return sum((opponent.faults for opponent in self.opponents), Counter())

    def weak_points(self, rating: float) -> list[WeakPoint]:
        """Where the bot gets less than its rating predicts, the worst first.

        The worst one is always listed, even if it may be chance. The others are listed only if
        chance is unlikely.
        """
        points = sorted(self._points(rating), key=lambda point: point.credit - point.expected)
        return [
            point
            for number, point in enumerate(points[:WEAK_POINTS])
            if point.shortfall > (2 * point.spread if number else 0)
        ]

    def _points(self, rating: float) -> Iterator[WeakPoint]:
        for opponent in self.opponents:
            for side, cell in sorted(opponent.sides.items()):
                expected = sum(
                    expected_credit(rating, opponent.rung.rating, mine, sides)
                    for mine, sides in cell.expected
                )
                yield WeakPoint(opponent, side, cell.games, cell.credit, expected)

    def hardest(self) -> Opponent | None:
        """The weakest opponent that is better than the bot."""
        return next((each for each in self.opponents if each.decision == "second"), None)
