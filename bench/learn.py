"""Environments for learning: decisions a second with random legal actions, from Python."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from itertools import count
from random import Random
from types import SimpleNamespace
from typing import Any

from bench import openspiel
from bench.contest import Contest, Unmeasurable, cpu_side, recorded_side
from bench.rows import Row
from Game.core.stream import Stream

PETTINGZOO = "RLCard's gin rummy in PettingZoo's adapter"
GAMES = 256  # side by side in a batch
UPDATE = 10_000  # decisions in a unit of training
WANTED = 10_000_000 / 3600  # decisions a second
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


@contextmanager
def training() -> Iterator[Contest]:
    """Deep Monte Carlo in Brisca: play, features, forward passes of a 2x128 network, updates."""
    run = load("arena.learn.training.run")
    settings = run.Settings(game="brisca", features="turned", against=())
    trainer, limits = run.new_trainer(settings), load("threadpoolctl").threadpool_limits
    dice, chapters = load("numpy").random.default_rng(1), count()

    def ours(times: int) -> int:
        with limits(1):
            for _ in trainer.learner.learn(
                trainer.collector, str(next(chapters)), times * UPDATE, dice
            ):
                pass
        return times * UPDATE

    yield Contest(cpu_side(ours), recorded_side(WANTED), "10 million decisions in an hour")


ROWS = [
    Row(
        "learn.steps_vs_openspiel",
        "decisions/s",
        steps_vs_openspiel,
        20,
        note="the goal for Brisca is 3 million decisions a second",
    ),
    Row("learn.steps_vs_pettingzoo", "decisions/s", steps_vs_pettingzoo, 100),
    Row("learn.aec_vs_pettingzoo", "decisions/s", aec_vs_pettingzoo, 3),
    Row(
        "learn.training",
        "decisions/s",
        training,
        1,
        note="one core; the goal of 10 million decisions an hour allows two",
    ),
]
