"""Sequential tests: after each deal, do the games so far decide which of two bots is better?

The observation is a deal, because the games on one deal are not independent. Its score is the share
of credit that the first bot has won in all seatings of the deal. In games of two sides there are
five scores, from 0 (it has lost both games) to 1: a pentanomial distribution, as in fastchess.

`SequentialTest` is a sequential probability ratio test (SPRT). H0 says that `elo0` predicts the
mean score, H1 that `elo1` does. The shape of the distribution is not known. So each hypothesis gets
the most likely distribution with its mean (a generalised SPRT, without the approximation by a
normal distribution). The test ends when the logarithm of the likelihood ratio leaves the interval
between two bounds. They make the wrong answer rare: H1 is accepted in at most a share `alpha` of
the tests if H0 is true, and H0 in at most a share `beta` if H1 is true.

`Comparison` asks which bot is better, or whether they are about equal: two such tests, one in each
direction, with half of `alpha` each.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import log
from typing import Literal, Protocol

# If the user gives nothing else: the difference that matters, how often each wrong answer may come,
# and the games after which a match ends without an answer.
ELO = 30.0
ERROR = 0.05
LIMIT = 2000

SMALL = 1e-3  # deals that each score has before the first game, so that no probability is 0
GRID = (0.0, 0.25, 0.5, 0.75, 1.0)  # the scores of a deal in a game of two sides
HALVINGS = 45

# "": not decided yet. H0 and H1 are the answers of a test, the others those of a comparison.
Decision = Literal["", "H0", "H1", "first", "second", "equal"]


class StoppingRule(Protocol):
    """Says after each deal whether the games so far are enough."""

    @property
    def decision(self) -> Decision: ...

    def add(self, score: float) -> None: ...


def expected_score(elo: float) -> float:
    """The mean score of a bot that is this many Elo points stronger than the other."""
    return float(1 / (1 + 10 ** (-elo / 400)))


def log_likelihood_ratio(scores: Mapping[float, int], elo0: float, elo1: float) -> float:
    """How much better H1 explains these deals than H0. `scores` counts the deals of each score."""
    counts = dict.fromkeys(GRID, SMALL)
    for score, number in scores.items():
        counts[score] = counts.get(score, SMALL) + number
    return _log_likelihood(counts, expected_score(elo1)) - _log_likelihood(
        counts, expected_score(elo0)
    )


def _log_likelihood(counts: Mapping[float, float], mean: float) -> float:
    """The log-likelihood of the best distribution with this mean, without a constant term.

    The best distribution with a given mean has the observed shares, each divided by
    1 + tilt * (score - mean), for the only tilt that makes the mean right (Lagrange).
    """
    total = sum(counts.values())
    shares = [(score - mean, number / total) for score, number in counts.items()]
    low, high = -1 / (max(counts) - mean), -1 / (min(counts) - mean)
    for _ in range(HALVINGS):
        tilt = (low + high) / 2
        if sum(share * off / (1 + tilt * off) for off, share in shares) > 0:
            low = tilt
        else:
            high = tilt
    return -total * sum(share * log(1 + tilt * off) for off, share in shares)


@dataclass
class SequentialTest:
    """Is the first bot `elo1` points stronger than the second (H1), or `elo0` (H0)?"""

    elo0: float
    elo1: float
    alpha: float = ERROR
    beta: float = ERROR
    scores: Counter[float] = field(default_factory=Counter)
    ratio: float = 0.0  # the logarithm of the likelihood ratio
    decision: Decision = ""

    @property
    def bounds(self) -> tuple[float, float]:
        """The ratios at which H0 and H1 are accepted (Wald's)."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def add(self, score: float) -> None:
        """Count one more deal. Once made, a decision does not change."""
        self.scores[score] += 1
        if self.decision:
            return
        self.ratio = log_likelihood_ratio(self.scores, self.elo0, self.elo1)
        low, high = self.bounds
        if self.ratio <= low:
            self.decision = "H0"
        elif self.ratio >= high:
            self.decision = "H1"


class Comparison:
    """Which of two bots is better, if the difference is at least `elo` points?

    If they are equal, one of them is called better in at most a share `alpha` of all comparisons.
    If one is better by `elo`, it is not called better in at most a share `beta`.
    """

    def __init__(self, elo: float, alpha: float = ERROR, beta: float = ERROR) -> None:
        self.elo = elo
        self._first = SequentialTest(0, elo, alpha / 2, beta)
        self._second = SequentialTest(0, elo, alpha / 2, beta)

    def add(self, score: float) -> None:
        """Count one more deal, with the score of the first bot."""
        self._first.add(score)
        self._second.add(1 - score)

    @property
    def decision(self) -> Decision:
        """The first answer that was clear."""
        if self._first.decision == "H1":
            return "first"
        if self._second.decision == "H1":
            return "second"
        return "equal" if self._first.decision == self._second.decision == "H0" else ""
