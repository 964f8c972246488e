"""Skill on a ladder: a rating that follows the games in the order in which they were played.

For ladders, where bots come and change on the way. It depends on that order and so is no final
ranking; `rating` is. The numbers are openskill's. Of its models, Plackett-Luce mishandles ties:
behind two who tie, the third loses less than half of what it loses behind the same two when they do
not. So its Bradley-Terry with full pairing is taken: a game is one between any two at the table,
and a tie is half a win.
"""

from collections.abc import Iterable
from typing import NamedTuple

from arena.replay.result import Result


class Skill(NamedTuple):
    """The estimate of a bot's skill."""

    mean: float
    deviation: float

    @property
    def interval(self) -> tuple[float, float]:
        """In which it lies 19 times of 20."""
        return self.mean - 1.96 * self.deviation, self.mean + 1.96 * self.deviation


def skills(results: Iterable[Result]) -> dict[str, Skill]:
    """The skill of every bot after these games, which come in the order of play."""
    from openskill.models import BradleyTerryFull

    model = BradleyTerryFull()
    now: dict[str, Skill] = {}
    start = model.rating()
    for result in results:
        if len(set(result.who)) < len(result.who):
            continue  # a bot that meets itself shows nothing about its skill
        teams = [[model.rating(*now.get(name, (start.mu, start.sigma)))] for name in result.who]
        rated = model.rate(teams, ranks=[float(rank) for rank in result.ranks])
        for name, (rating,) in zip(result.who, rated, strict=True):
            now[name] = Skill(rating.mu, rating.sigma)
    return dict(sorted(now.items()))
