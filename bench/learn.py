"""Environments for learning: decisions a second with random legal actions, from Python."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from random import Random
from types import SimpleNamespace
from typing import Any

from bench import openspiel
from bench.contest import Contest, Unmeasurable, cpu_side
from bench.rows import Row
from Game.core.stream import Stream

PETTINGZOO = "RLCard's gin rummy in PettingZoo's adapter"
GAMES = 256  # side by side in a batch
PEERS = 16  # games side by side at OpenSpiel, which steps them one by one


def load(module: str) -> Any:
    try:
        return import_module(module)
    except ImportError as error:
        raise Unmeasurable(
            f"{module} cannot be imported ({error}). `make bench` installs it"
        ) from None


def batch_steps() -> Any:
    """A function that steps a batch of Brisca: it returns the number of decisions."""
    numpy = load("numpy")
    batch = load("arena.learn.batch").BatchEnv("brisca", GAMES, seed=1)
    actions, stream = numpy.zeros(GAMES, numpy.int32), Stream(2)

    def ours(times: int) -> int:
        for _ in range(times):
            batch.random_actions(stream, actions)
            batch.step(actions)
        return times * GAMES

    return ours


@contextmanager
def steps_vs_openspiel() -> Iterator[Contest]:
    environments = openspiel.load("open_spiel.python.rl_environment")
    vectors = openspiel.load("open_spiel.python.vector_env")
    game = openspiel.load().load_game(openspiel.GAME)
    dice = Random(1)
    batch = vectors.SyncVectorEnv([environments.Environment(game) for _ in range(PEERS)])
    steps = batch.reset()

    def peer(times: int) -> int:
        nonlocal steps
        for _ in range(times):
            chosen = []
            for step in steps:
                seen = step.observations
                legal = seen["legal_actions"][seen["current_player"]]
                chosen.append(SimpleNamespace(action=legal[int(dice.random() * len(legal))]))
            steps, _, _, _ = batch.step(chosen, reset_if_done=True)
        return times * PEERS

    yield Contest(cpu_side(batch_steps()), cpu_side(peer), "OpenSpiel oh_hell, SyncVectorEnv")


def random_games(env: Any) -> Any:
    """A function that plays random moves in a PettingZoo environment."""
    numpy, dice = load("numpy"), Random(1)
    env.reset(seed=1)

    def play(times: int) -> int:
        made = 0
        while made < times:
            seen, _, ended, cut, _ = env.last()
            if ended or cut:
                env.reset()
                continue
            legal = numpy.flatnonzero(seen["action_mask"])
            env.step(int(legal[int(dice.random() * len(legal))]))
            made += 1
        return times

    return play


def gin_rummy() -> Any:
    """Gin rummy of RLCard behind PettingZoo's own adapter.

    PettingZoo had this as `classic.gin_rummy_v4`. Release 1.27 has only the adapter.
    """
    env = load("pettingzoo.classic.rlcard_envs.rlcard_base").RLCardBase("gin-rummy", 2, (5, 52))
    env.render_mode = None
    return env


@contextmanager
def steps_vs_pettingzoo() -> Iterator[Contest]:
    yield Contest(cpu_side(batch_steps()), cpu_side(random_games(gin_rummy())), PETTINGZOO)


@contextmanager
def aec_vs_pettingzoo() -> Iterator[Contest]:
    ours = load("arena.learn").aec_env("brisca")
    yield Contest(cpu_side(random_games(ours)), cpu_side(random_games(gin_rummy())), PETTINGZOO)


ROWS = [
    Row("learn.steps_vs_openspiel", "decisions/s", steps_vs_openspiel, 20),
    Row("learn.steps_vs_pettingzoo", "decisions/s", steps_vs_pettingzoo, 100),
    Row("learn.aec_vs_pettingzoo", "decisions/s", aec_vs_pettingzoo, 3),
]
