"""Counts a run's records, one bot at a time: wins, points, thinking time, faults."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from arena.replay.record import Record
from arena.standings.interval import wilson


@dataclass
class Line:
    """What a bot has to show for its games."""

    name: str
    games: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    credit: float = 0.0  # a win is 1; those who tie for it share it
    points: float = 0.0
    decisions: int = 0
    think_total: float = 0.0  # seconds
    think_max: float = 0.0
    faults: Counter[str] = field(default_factory=Counter)

    @property
    def share(self) -> float:
        return self.credit / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        return wilson(self.share, self.games)

    @property
    def think_mean(self) -> float:
        return self.think_total / self.decisions if self.decisions else 0.0


def tally(names: Iterable[str], records: Iterable[Record]) -> list[Line]:
    """A line for each of the bots, in their order."""
    lines = {name: Line(name) for name in names}
    for record in records:
        add(lines, record)
    return list(lines.values())


def add(lines: dict[str, Line], record: Record) -> None:
    """Count one more game."""
    winners = record.ranks.count(0)
    for side, seats in enumerate(record.sides):
        for name in dict.fromkeys(record.name(seat) for seat in seats):
            line = lines[name]
            line.games += 1
            line.points += sum(record.scores[seat] for seat in seats if record.name(seat) == name)
            if record.ranks[side] > 0:
                line.losses += 1
            elif winners > 1:
                line.draws += 1
                line.credit += 1 / winners
            else:
                line.wins += 1
                line.credit += 1
    for move in record.moves:
        line = lines[record.name(move.seat)]
        line.decisions += 1
        line.think_total += move.us / 1e6
        line.think_max = max(line.think_max, move.us / 1e6)
        if move.fault:
            line.faults[move.fault] += 1
