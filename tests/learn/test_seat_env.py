"""Gymnasium's own check, and games of a learner against bots."""

import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from support.games import every_game, variant_name

from arena.learn import BatchEnv, SeatEnv, aec_env
from Game.core import Refusal
from Game.core.game import Game
from Game.recycle.user_game import UserGame


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


def test_gymnasium_accepts_a_registered_environment_and_its_pictures(capsys) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", ".*infinity")
        check_env(gymnasium.make("CardArena/brisca-v0").unwrapped)
    assert "You are seat 0" in capsys.readouterr().out


def test_what_is_not_an_action_is_an_error() -> None:
    env = SeatEnv("brisca")
    with pytest.raises(ValueError, match="call reset"):
        env.step(0)
    env.reset(seed=1)
    for wrong in (-1, 40, 3.7, None):
        with pytest.raises(ValueError, match="is not an action: give a number below 40"):
            env.step(wrong)
    over = False
    while not over:
        _, _, over, _, info = env.step(np.argmax(env.action_masks()))
    assert not info["action_mask"].any()
    with pytest.raises(ValueError, match="call reset"):
        env.step(0)


FIRST_CHOOSES = """(game
 (setup (create players 2) (create deck (game iloc STOCK) (deck (RANK (A, B, C, D)))))
 (do ((all player 'P (repeat 2 (move (top (game iloc STOCK)) (top ('P iloc HAND)))))))
 (stage player (end (== (size (game vloc WON)) 1))
  (choice ((any ((0 player) iloc HAND) 'CARD (move 'CARD (top (game vloc WON)))))))
 (scoring max (size ((current player) iloc HAND))))"""


def test_a_game_without_a_turn_of_the_learner_is_left_out() -> None:
    """Here only the first seat ever chooses, so the learner is always there."""
    env = SeatEnv(UserGame(text=FIRST_CHOOSES, file="first.gdl"))
    for seed in (1, None, None):
        _, info = env.reset(seed=seed)
        assert info["seat"] == 0
        assert env.step(np.argmax(info["action_mask"]))[2]


def test_a_game_in_which_nobody_chooses_cannot_be_learned() -> None:
    text = "(game (setup (create players 2)) (do ((inc (game sto N) 1))) (scoring max 0))"
    game = UserGame(text=text, file="none.gdl")
    with pytest.raises(Refusal, match="the learner had no turn in 100 games"):
        SeatEnv(game).reset(seed=1)
    with pytest.raises(ValueError, match="nobody has a choice"):
        BatchEnv(game, 2)
    env = aec_env(game)
    env.reset(seed=1)
    for _ in env.agent_iter():
        _, reward, ended, _, _ = env.last()
        assert (reward, ended) == (0.5, True)
        env.step(None)


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
