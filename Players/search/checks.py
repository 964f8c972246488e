"""Checks of the arguments of a search: each raises a `ValueError` if its argument makes no sense.

None is allowed where it means that the argument is not used.
"""

from math import inf
from operator import index
from typing import Any

from Game.core.options import nearest
from Game.core.stream import Stream
from Players.search.policies import POLICIES

MONTECARLO = "montecarlo"
MOST = 1_000_000_000  # simulations of one search: counts must fit into 32 bits


def check_policy(policy: Any) -> None:
    known = [*POLICIES, MONTECARLO]
    if not isinstance(policy, str):
        raise ValueError(f"policy is {policy!r}: take one of {', '.join(known)}")
    if policy not in known:
        raise ValueError(f"There is no policy {policy!r}. {nearest(policy, known)}")


def check_budget(budget: Any, simulations: Any) -> None:
    if budget == inf:
        if simulations is None:
            raise ValueError(
                "budget is inf: take a number of seconds, or of simulations, as in "
                "ismcts(simulations=100)"
            )
    elif budget is not None and not is_number(budget):
        raise ValueError(f"budget is {budget!r}: take a number of seconds, as think gets it")


def check_reserve(reserve: Any) -> None:
    if not is_number(reserve) or reserve < 0:
        raise ValueError(f"reserve is {reserve!r}: take a number of seconds, 0 or more")


def check_simulations(simulations: Any) -> None:
    if simulations is None:
        return
    try:
        number = index(simulations)
    except TypeError:
        raise ValueError(f"simulations is {simulations!r}: take a whole number") from None
    if number < 1:
        raise ValueError(f"{number} simulations are too few: take 1 or more")
    if number > MOST:
        raise ValueError(f"{number:,} simulations are too many: take {MOST:,} or fewer")


def check_c(c: Any) -> None:
    if c is not None and (not is_number(c) or c < 0):
        raise ValueError(f"c is {c!r}: take a number, 0 or more; 0.4 is usual")


def check_stream(stream: Any) -> None:
    if not isinstance(stream, Stream):
        raise ValueError(f"stream is {stream!r}: take a Stream, such as self.dice of a bot")


def is_number(value: Any) -> bool:
    """Is it a finite number?"""
    return isinstance(value, int | float) and -inf < value < inf
