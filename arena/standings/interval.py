"""How sure a share of wins is."""

from math import sqrt

Z95 = 1.959964


def wilson(share: float, games: int, z: float = Z95) -> tuple[float, float]:
    """The 95 % interval (Wilson's) around a share of wins in so many games."""
    if games == 0:
        return 0.0, 1.0
    spread = z * z / games
    middle = (share + spread / 2) / (1 + spread)
    half = z * sqrt(share * (1 - share) / games + spread / (4 * games)) / (1 + spread)
    return max(0.0, middle - half), min(1.0, middle + half)
