"""Skill on a ladder: a rating that follows the games in the order in which they were played.

It is for ladders, where bots join and change during the phase. It depends on the order of the
games, so it is not a final ranking. For a final ranking use `rating`. The numbers come from the
library openskill. Its Plackett-Luce model handles ties badly: a third bot loses less than half as
much behind two bots that tie as behind the same two bots without a tie. So we use its Bradley-Terry
model with full pairing: every two bots at the table count as a game between them, and a tie is half
a win.
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
        """The 95 % interval."""
        return self.mean - 1.96 * self.deviation, self.mean + 1.96 * self.deviation


def skills(results: Iterable[Result]) -> dict[str, Skill]:
    """The skill of every bot after these games. Give them in the order of play."""
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
