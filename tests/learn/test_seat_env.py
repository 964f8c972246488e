"""Gymnasium's own check, and games of a learner against bots."""

import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from support.games import every_game, variant_name

from arena.learn import SeatEnv
from Game.core import Refusal
from Game.core.game import Game


@pytest.mark.parametrize("game", every_game(), ids=variant_name)
def test_gymnasium_accepts_the_game(game: Game) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # It says so of every space without bounds, and of every environment that it did not make.
        warnings.filterwarnings("ignore", ".*(infinity|not having a spec|was not wrapped)")
        check_env(SeatEnv(game), skip_render_check=True)


def test_gymnasium_makes_it_by_name() -> None:
    env = gymnasium.make("CardArena/brisca-v0", opponents=["osla"])
    _, info = env.reset(seed=3)
    total, over, dice = 0.0, False, np.random.default_rng(1)
    while not over:
        action = dice.choice(np.flatnonzero(info["action_mask"]))
        _, reward, over, _, info = env.step(action)
        assert over or reward == 0
        total += float(reward)
    assert total in (0.0, 0.5, 1.0)


def test_a_random_action_replaces_an_illegal_one() -> None:
    env = SeatEnv("brisca")
    env.reset(seed=1)
    wrong = int(np.argmin(env.action_masks()))
    _, _, over, _, info = env.step(wrong)
    assert info["illegal"]
    assert not over


def test_the_learner_plays_every_side() -> None:
    env = SeatEnv("boerenbridge", opponents=["random", "greedykripke", "greedy"])
    sides = set()
    for _ in range(4):
        _, info = env.reset(seed=None)
        sides.add(info["seat"])
    assert sides == {0, 1, 2, 3}


def test_opponents_are_counted() -> None:
    with pytest.raises(Refusal, match="needs 1 opponent or 3, and 2 are given"):
        SeatEnv("boerenbridge", opponents=["random", "random"])
    with pytest.raises(Refusal, match="needs 1 opponent, and 2 are given"):
        SeatEnv("brisca", opponents=["random", "random"])
    assert SeatEnv("brisca", opponents="greedy").reset(seed=1)
