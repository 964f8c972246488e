"""Counts results, one bot at a time: wins, points, thinking time, faults."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from arena.replay.result import WHOLE, Result, margin_parts
from arena.standings.interval import wilson


@dataclass
class TallyLine:
    """The counts of one bot's games."""

    name: str
    games: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    parts: int = 0  # its credit, in parts of a win
    points: float = 0.0  # the sum of the scores of its games
    margin_parts: int = 0  # its margin, in parts of a point
    decisions: int = 0
    us: int = 0  # thinking time on the wall, in microseconds
    longest: int = 0  # of one move
    cpu: int = 0
    faults: Counter[str] = field(default_factory=Counter)
    replays: int = 0  # attempts at a game that did not count, because the bot got no core

    @property
    def credit(self) -> float:
        """A win is 1; bots that tie for it share it."""
        return self.parts / WHOLE

    @property
    def margin(self) -> float:
        """Points more than the average of its opponents, over all games."""
        return self.margin_parts / WHOLE

    @property
    def share(self) -> float:
        return self.credit / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        return wilson(self.share, self.games)

    @property
    def think_mean(self) -> float:
        """Seconds for a move."""
        return self.us / 1e6 / self.decisions if self.decisions else 0.0

    @property
    def think_max(self) -> float:
        """Seconds for the longest move."""
        return self.longest / 1e6


def tally(names: Iterable[str], results: Iterable[Result]) -> list[TallyLine]:
    """A line for each of the bots, in their order."""
    lines = {name: TallyLine(name) for name in names}
    for result in results:
        add(lines, result)
    return list(lines.values())


def add(lines: dict[str, TallyLine], result: Result) -> None:
    """Count one more game. It is one game, also for a bot that plays several sides of it."""
    sides, total = len(result.who), sum(result.scores)
    credits: dict[str, int] = {}
    for name, score, parts in zip(result.who, result.scores, result.parts, strict=True):
        line = lines[name]
        line.points += score
        line.margin_parts += margin_parts(score, total, sides)
        credits[name] = credits.get(name, 0) + parts
    for name, parts in credits.items():
        line = lines[name]
        line.games += 1
        line.parts += parts
        line.wins += parts == WHOLE
        line.draws += 0 < parts < WHOLE
        line.losses += parts == 0
    for name, effort in zip(result.who, result.efforts, strict=False):  # a result may have none
        line = lines[name]
        line.decisions += effort.decisions
        line.us += effort.us
        line.longest = max(line.longest, effort.longest)
        line.cpu += effort.cpu
        line.replays += effort.replays
        if effort.faults:
            line.faults.update(effort.faults)


MANY = 5  # fewer replays can be chance


def conspicuous(lines: Iterable[TallyLine]) -> list[TallyLine]:
    """The bots whose games are played again far more often than those of the others.

    A busy machine spoils games of all bots. A bot with many more spoiled games than others may have
    found a way to spoil them itself.
    """
    every = list(lines)
    games, replays = sum(line.games for line in every), sum(line.replays for line in every)
    suspicious = []
    for line in every:
        others = (replays - line.replays) / max(1, games - line.games)  # of a game
        if line.replays > MANY + 3 * others * line.games:
            suspicious.append(line)
    return suspicious


def remark(line: TallyLine) -> str:
    """A sentence for the organiser about a conspicuous bot."""
    return (
        f"{line.name}: {line.replays} attempts at its {line.games} games did not count because it "
        f"got no core, far more than for other bots. Look at what it does (docs/fairness.md)"
    )
