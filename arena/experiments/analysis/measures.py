"""The measures of a game, each between 0 and 1.

A player here is a side: partners count as one player. The standing of a player is 1 if it is sure
to be first, and 0 if it is sure to be last. Each player estimates its standing with its own
rollouts (`estimates.py`).
"""

from collections.abc import Sequence
from math import nan, sqrt


def fairness(first: float, players: int) -> float:
    """1 if the first player wins as often as by chance; 0 if it wins always or never."""
    if players < 2:
        return nan
    if first <= 1 / players:
        return first * players
    return players / (players - 1) - first * players / (players - 1)


def slope(options: Sequence[int]) -> float:
    """The slope of the straight line through the numbers of options of a game's choices."""
    count = len(options)
    if count < 2:
        return 0.0
    middle = (count - 1) / 2
    across = count * (count * count - 1) / 12  # the sum of the squared distances from the middle
    return sum([(i - middle) * number for i, number in enumerate(options)]) / across


def convergence(slope: float) -> float:
    """Above a half if the choices get fewer during a game. Takes the mean slope of many games."""
    return 1 - (slope / 2 + 0.5)


def spread(chances: Sequence[float]) -> float:
    """The difference between the best and the worst move's chance to win, at one choice."""
    return max(chances) - min(chances)


def danger_line(players: int) -> float:
    """The standing half-way between the first place and the second."""
    return (1 + (players - 2) / (players - 1)) / 2


def drama(standings: Sequence[float], players: int) -> float:
    """How far behind the winner of a game was while it was behind. Takes its own standings."""
    line = danger_line(players)
    behind = [line - standing for standing in standings if standing < line]
    return sum([sqrt(far) for far in behind]) / len(behind) if behind else 0.0


def security(standings: Sequence[float], players: int) -> float:
    """The part of a game in which its winner was ahead. Takes its own standings."""
    line = danger_line(players)
    return 1 - sum([standing < line for standing in standings]) / len(standings)


def order(share: float, players: int) -> float:
    """How much better than chance the estimating player is; below 0 if it is worse."""
    return (share - 1 / players) / (1 - 1 / players) if players > 1 else nan
