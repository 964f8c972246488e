"""The published figures for Agram, and the distance of ours from them.

The published figures come from the game's first analysis. The figures measured again come from a
new run of the original engine.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isnan, nan, sqrt

from arena.experiments.analysis.results import Figure, VariantResult
from arena.standings.interval import Z95

FEW = 100  # games behind each published share
# The four shares of the estimating player that were measured again are all multiples of 1/300. So
# we assume 300 games for them. The number of games behind the other figures is unknown.
SOME = 300
FAR = 3  # standard errors: figures at a greater distance do not agree


@dataclass(frozen=True)
class PublishedFigure:
    """A published figure."""

    what: str
    players: int
    again: float  # measured again with the original engine
    digits: int  # the decimals of `again`
    published: float = nan  # from few games
    games: int = 0  # behind `again`; 0: enough to count as exact


CHOICES = {2: 12, 3: 18, 4: 24, 5: 30}
LEADER = (6, 5, 4, 3, 2, 1)
FOLLOWER = (2.45, 2.48, 2.37, 2.12, 1.66, 1.00)  # of four players
BEGINS = "first player's wins"
ESTIMATES = "estimating first player's wins"
KNOWN = (
    PublishedFigure(BEGINS, 2, 0.505, 3, 0.56),
    PublishedFigure(BEGINS, 3, 0.344, 3, 0.38),
    PublishedFigure(BEGINS, 4, 0.251, 3, 0.24),
    PublishedFigure(BEGINS, 5, 0.197, 3, 0.24),
    PublishedFigure(ESTIMATES, 2, 0.647, 3, 0.64, SOME),
    PublishedFigure(ESTIMATES, 3, 0.42, 2, 0.48, SOME),
    PublishedFigure(ESTIMATES, 4, 0.337, 3, 0.43, SOME),
    PublishedFigure(ESTIMATES, 5, 0.32, 2, 0.36, SOME),
)
VARIANTS = {"6": 0.52, "5": 0.55, "4": 0.51, "3": 0.61, "2": 0.75, "1": 0.89}


@dataclass(frozen=True)
class FigureComparison:
    """One of our figures and the published ones."""

    what: str
    players: int
    ours: Figure
    again: float
    digits: int
    published: float = nan
    games: int = 0

    def error_towards(self, other: float) -> float:
        """Our standard error on the side of the other figure.

        The interval of a share from few games is not symmetric: beside three wins in three games it
        lies below only. So a figure inside our interval is never far from ours.
        """
        end = self.ours.high if other > self.ours.value else self.ours.low
        return abs(end - self.ours.value) / Z95

    @property
    def far(self) -> float:
        """Standard errors between ours and the one measured again, beyond the rounding error."""
        some = sqrt(self.again * (1 - self.again) / self.games) if self.games else 0.0
        error = sqrt(some**2 + self.error_towards(self.again) ** 2)
        return _far(self.ours.value - self.again, self.digits, error)

    @property
    def published_far(self) -> float:
        few = sqrt(self.published * (1 - self.published) / FEW)
        error = sqrt(few**2 + self.error_towards(self.published) ** 2)
        return _far(self.ours.value - self.published, 2, error)

    @property
    def verdict(self) -> str:
        return "; ".join(
            (f"agrees with {who}" if far <= FAR else f"{far:.1f} standard errors from {who}")
            for who, value, far in (
                ("the one measured again", self.again, self.far),
                ("the published one", self.published, self.published_far),
            )
            if not isnan(value)
        )


def _far(apart: float, digits: int, error: float) -> float:
    if isnan(apart):
        return nan
    beyond = max(0.0, abs(apart) - 0.5 * 10**-digits)
    return 0.0 if beyond < 1e-12 else beyond / error if error else float("inf")


def compare_figures(plain: Sequence[VariantResult]) -> Iterator[FigureComparison]:
    """Compare all figures that depend on chance."""
    by_players = {one.variant.players: one for one in plain}
    for known in KNOWN:
        one = by_players[known.players]
        ours = one.first if known.what == BEGINS else one.estimating
        yield FigureComparison(
            known.what,
            known.players,
            ours,
            known.again,
            known.digits,
            known.published,
            known.games,
        )
    four = by_players[4]
    yield FigureComparison("options a choice", 4, four.branching, 2.385, 3)
    for trick, (tally, again) in enumerate(zip(four.following, FOLLOWER, strict=True), start=1):
        yield FigureComparison(
            f"follower's options in trick {trick}", 4, Figure(tally.mean, *tally.interval), again, 2
        )
    yield FigureComparison("convergence", 4, four.convergence, 0.562, 3)


def compare_variants(swept: Sequence[VariantResult]) -> Iterator[FigureComparison]:
    """Compare the wins in the variants with fewer cards."""
    for one in swept:
        yield FigureComparison(
            f"{BEGINS} with {one.variant.swept} cards", 2, one.first, VARIANTS[one.variant.swept], 2
        )
