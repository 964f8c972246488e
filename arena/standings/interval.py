"""Confidence intervals for numbers measured by playing: for shares and for means.

They are 95 % intervals unless the caller asks for another width.
"""

from functools import lru_cache
from math import cos, erf, pi, sin, sqrt, tan

Z95 = 1.959964
Z99 = 2.5758293

MANY = 100  # up to so many degrees of freedom, Student's t is computed exactly
HALVINGS = 52  # of a right angle: then the result has the precision of a float


def wilson(share: float, games: int, z: float = Z95) -> tuple[float, float]:
    """The 95 % interval (Wilson's) around a share of wins in so many games."""
    if games == 0:
        return 0.0, 1.0
    spread = z * z / games
    middle = (share + spread / 2) / (1 + spread)
    half = z * sqrt(share * (1 - share) / games + spread / (4 * games)) / (1 + spread)
    return max(0.0, middle - half), min(1.0, middle + half)


@lru_cache(maxsize=1024)
def student(freedom: int, z: float = Z95) -> float:
    """How many standard errors the interval of a mean reaches (Student's t).

    Its confidence is that of a normal interval of `z` standard errors: 95 % by default.
    """
    if freedom < 1:
        raise ValueError("a spread needs at least two observations")
    if freedom > MANY:  # a series: the normal distribution and a few correction terms
        n = freedom
        return (
            z
            + (z**3 + z) / (4 * n)
            + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
            + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
            + (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * n**4)
        )
    sure = erf(z / sqrt(2))
    low, high = 0.0, pi / 2
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if _within(middle, freedom) < sure:
            low = middle
        else:
            high = middle
    return tan(low) * sqrt(freedom)


def _within(angle: float, freedom: int) -> float:
    """The probability that |t| is at most tan(angle) times the root of the degrees of freedom.

    For whole degrees of freedom it is a finite sum.
    """
    term = sin(angle) * (cos(angle) if freedom % 2 else 1.0)
    total = term if freedom > 1 else 0.0
    for i in range(freedom % 2 + 2, freedom, 2):
        term *= cos(angle) ** 2 * (i - 1) / i
        total += term
    return 2 / pi * (angle + total) if freedom % 2 else total
