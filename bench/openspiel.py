"""OpenSpiel's Oh Hell, the peer of our card games: four players, five tricks, 24 decisions.

OpenSpiel has no Brisca. Oh Hell is the nearest game: four hands, tricks and trump. The games have
different lengths, so the rates are decisions a second, not games a second.
"""

from collections.abc import Callable
from importlib import import_module
from random import Random, random
from typing import Any

from bench.contest import Unmeasurable

GAME = "oh_hell(players=4,num_tricks_fixed=5)"
DECISIONS = 24  # after the deal: four bids and twenty cards


def load(module: str = "pyspiel") -> Any:
    """A module of OpenSpiel."""
    try:
        return import_module(module)
    except ImportError as error:
        raise Unmeasurable(
            f"OpenSpiel cannot be imported ({error}). To install it: `make bench`, "
            "or pip install open_spiel numpy."
        ) from None


def new_deal(seed: int = 1) -> Any:
    """The state of a game after the deal, before the first bid."""
    state = load().load_game(GAME).new_initial_state()
    dice = Random(seed)
    while state.is_chance_node():
        actions, chances = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(dice.choices(actions, chances)[0])
    return state


def play_from(start: Any, times: int) -> int:
    """Play random games from a dealt state, from Python; return the number of decisions."""
    for _ in range(times):
        state = start.clone()
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[int(random() * len(legal))])
    return times * DECISIONS


def rollouts_from(state: Any, batch: int) -> Callable[[int], int]:
    """A function that runs searches of `batch` random games each, and returns their number."""
    bot = rollout_bot(state.get_game(), batch)

    def roll_out(times: int) -> int:
        for _ in range(times):
            bot.mcts_search(state)
        return times * batch

    return roll_out


def rollout_bot(game: Any, rollouts: int) -> Any:
    """A bot whose `mcts_search(state)` plays this number of random games from the state, in C++.

    A search of one simulation evaluates only the state from which it starts. The evaluator plays
    all its rollouts from there to the end of the game.
    """
    pyspiel = load()
    return pyspiel.MCTSBot(
        game,
        pyspiel.RandomRolloutEvaluator(n_rollouts=rollouts, seed=1),
        uct_c=2.0,
        max_simulations=1,
        max_memory_mb=10,
        solve=False,
        seed=1,
        verbose=False,
    )


EAGERNESS = 10.0  # its uct_c, for results from 0 to 15. The speed hardly depends on it


def searcher(simulations: int) -> Any:
    """OpenSpiel's information-set search in C++. One random game evaluates a new position.

    For every simulation, Oh Hell deals a new world itself (`resample_from_infostate`).
    """
    pyspiel = load()
    return pyspiel.ISMCTSBot(
        seed=1,
        evaluator=pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=1),
        uct_c=EAGERNESS,
        max_simulations=simulations,
    )


def searcher_in_python(game: Any, simulations: int) -> Any:
    """OpenSpiel's Python version of the same search."""
    dice = load("numpy.random").RandomState
    ismcts = load("open_spiel.python.algorithms.ismcts")
    mcts = load("open_spiel.python.algorithms.mcts")
    evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=dice(1))
    return ismcts.ISMCTSBot(game, evaluator, EAGERNESS, simulations, random_state=dice(2))
