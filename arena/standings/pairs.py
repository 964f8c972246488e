"""Counts of each bot against each other."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from arena.replay.result import Result, pair_credit
from arena.standings.interval import wilson


@dataclass(slots=True)
class Against:
    """The games of one bot against another. It won a game if its rank was better."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def credit(self) -> float:
        """The credit of all games, each counted as in `pair_credit`."""
        return self.wins + self.draws / 2

    @property
    def share(self) -> float:
        return self.credit / self.games

    @property
    def exact_share(self) -> Fraction:
        """The share as a fraction, for sums: floats do not add up exactly."""
        return Fraction(2 * self.wins + self.draws, 2 * self.games)

    @property
    def interval(self) -> tuple[float, float]:
        return wilson(self.share, self.games)


class Pairs:
    """Counts games between any two bots."""

    def __init__(self) -> None:
        self.met: dict[str, dict[str, Against]] = {}

    def add(self, result: Result) -> None:
        """Count one more game."""
        sides = list(zip(result.who, result.ranks, strict=True))
        for one, rank in sides:
            for other, other_rank in sides:
                if one == other:
                    continue
                against = self.met.setdefault(one, {}).setdefault(other, Against())
                credit = pair_credit(rank, other_rank)
                if credit == 1:
                    against.wins += 1
                elif credit == 0:
                    against.losses += 1
                else:
                    against.draws += 1

    def against(self, one: str, other: str) -> Against | None:
        """The games of `one` against `other`; None if they have not met."""
        return self.met.get(one, {}).get(other)

    def share(self, one: str, other: str) -> float | None:
        """The share of `one` against `other`; None if they have not met."""
        against = self.against(one, other)
        return against.share if against else None

    def opponents(self, one: str) -> Iterator[tuple[str, Against]]:
        """All bots that a bot has met, by name."""
        return iter(sorted(self.met.get(one, {}).items()))
