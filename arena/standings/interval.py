"""How sure a number is that was found by playing: 95 % intervals for shares and for means."""

from math import sqrt

Z95 = 1.959964

# Student's t, 97.5 %, for 1 to 9 degrees of freedom; beyond, a few terms are exact enough.
T95 = (12.706205, 4.302653, 3.182446, 2.776445, 2.570582, 2.446912, 2.364624, 2.306004, 2.262157)


def wilson(share: float, games: int, z: float = Z95) -> tuple[float, float]:
    """The 95 % interval (Wilson's) around a share of wins in so many games."""
    if games == 0:
        return 0.0, 1.0
    spread = z * z / games
    middle = (share + spread / 2) / (1 + spread)
    half = z * sqrt(share * (1 - share) / games + spread / (4 * games)) / (1 + spread)
    return max(0.0, middle - half), min(1.0, middle + half)


def student(freedom: int) -> float:
    """How many standard errors a 95 % interval of a mean reaches (Student's t)."""
    if freedom < 1:
        raise ValueError("a spread needs at least two observations")
    if freedom <= len(T95):
        return T95[freedom - 1]
    z, n = Z95, freedom
    return (
        z
        + (z**3 + z) / (4 * n)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
        + (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * n**4)
    )
