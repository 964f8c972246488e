"""Search, for bots of any game. Three lines of a `think`:

    from Players.search import search
    result = search(observation, budget, "ismcts")
    return result.best

The names of the policies are "montecarlo" (`flat.py`) and those of `policies.py`.
"""

from time import perf_counter
from typing import Any

from Game.core.stream import Stream
from Game.core.turn import OVER
from Players.search import pacing
from Players.search.checks import (
    MONTECARLO,
    check_budget,
    check_c,
    check_policy,
    check_reserve,
    check_simulations,
    check_stream,
)
from Players.search.flat import FlatSearch
from Players.search.policies import POLICIES
from Players.search.result import Candidate, SearchResult, candidate, rank
from Players.search.tree_search import TreeSearch

__all__ = ["Candidate", "SearchResult", "search"]


def search(
    observation: Any,
    budget: float | None = None,
    policy: str = "ismcts",
    *,
    simulations: int | None = None,
    c: float | None = None,
    stream: Stream | None = None,
    reserve: float = pacing.RESERVE,
) -> SearchResult:
    """Search for the best action of the seat to act in the observation.

    The search takes `budget` seconds, less a `reserve`. With `simulations` instead it reads no
    clock, and the same stream gives the same result. Without a `stream` it uses the observation's.
    With a larger `c`, it tries more often the actions that were tried less.
    """
    started = perf_counter()
    if simulations is None and budget is None:
        raise ValueError(
            "Give a limit: search(observation, 0.1), or search(observation, simulations=1000)"
        )
    check_policy(policy)
    check_reserve(reserve)
    check_simulations(simulations)
    check_budget(budget, simulations)
    check_c(c)
    if stream is None:
        stream = observation.stream
    check_stream(stream)
    world = observation.world()
    if world.turn == OVER:
        raise ValueError("The game is over: there is nothing to search for")
    if not world.legal():
        raise ValueError("There is no action to choose from: the hand of the seat to act is empty")
    end = None if budget is None else pacing.deadline(started, budget, reserve)
    seats = observation.game.seats
    if policy == MONTECARLO:
        rows, done = _flat(FlatSearch(world, world.turn, seats, stream), simulations, end)
    else:
        chosen = POLICIES[policy]
        eager = chosen.c if c is None else c
        rows, done = _tree(TreeSearch(world, seats, chosen, eager, stream), simulations, end)
    text = observation.game.action_text
    return SearchResult(
        candidates=rank(
            [
                (candidate(observation.action(number), text(world, number), *row), margin)
                for number, (*row, margin) in zip(world.legal(), rows, strict=True)
            ]
        ),
        simulations=done,
        seconds=perf_counter() - started,
    )


Row = tuple[int, float, float, float]  # of an action: visits, results, their squares, margin


def _flat(search: FlatSearch, simulations: int | None, end: float | None) -> tuple[list[Row], int]:
    """Run a flat search; in each world every action is a simulation."""
    choices = len(search.actions)
    if simulations is not None:
        search.run(max(1, simulations // choices))
    elif end is not None and choices > 1:
        pacing.work_until(end, search.run)
    rows = [
        (search.worlds, search.prospects[i], search.squares[i], search.margins[i])
        for i in range(choices)
    ]
    return rows, search.worlds * choices


def _tree(search: TreeSearch, simulations: int | None, end: float | None) -> tuple[list[Row], int]:
    """Run a tree search."""
    root = search.root
    choices = root.legal()
    if simulations is not None:
        search.run(simulations)
    elif end is not None and len(choices) > 1:
        pacing.work_until(end, search.run)
    statistics = search.statistics()
    rows = [(*statistics.get(key, (0, 0.0, 0.0)), 0.0) for key in root.labels() or choices]
    return rows, search.count
