"""Environments can be pickled and copied in the middle of a game, and go on in the same way."""

import pickle
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

import gymnasium
import numpy as np
import pytest

from arena.learn import BatchEnv, aec_env
from Game.core.stream import Stream

COPIERS = [deepcopy, lambda env: pickle.loads(pickle.dumps(env))]
GAMES = ["brisca", "boerenbridge", "tarot", "kuhn", "hearts"]

Play = Callable[[Any, int], Iterator[Any]]


def batch_steps(env: BatchEnv, seed: int) -> Iterator[Any]:
    """What can be seen after each step."""
    actions, dice = np.zeros(env.games, np.int32), Stream(seed)
    for _ in range(40):
        env.random_actions(dice, actions)
        env.step(actions)
        arrays = env.observations, env.masks, env.turns, env.rewards, env.ended, env.points
        yield [array.tolist() for array in arrays]


def turns(env: Any, seed: int) -> Iterator[Any]:
    dice = np.random.default_rng(seed)
    for _ in range(40):
        seen, reward, ended, _, _ = env.last()
        yield seen["observation"].tolist(), reward, ended
        if ended:
            env.reset()
        else:
            env.step(dice.choice(np.flatnonzero(seen["action_mask"])))


def seat_steps(env: Any, seed: int) -> Iterator[Any]:
    dice = np.random.default_rng(seed)
    for _ in range(40):
        action = dice.integers(env.action_space.n)  # mostly illegal: then the env draws another
        seen, reward, over, _, info = env.step(action)
        yield seen.tolist(), reward, over, info["seat"]
        if over:
            env.reset()


def assert_copies_go_on(env: Any, play: Play) -> None:
    for _ in zip(range(7), play(env, 1), strict=False):
        pass
    copies = [copy(env) for copy in COPIERS]
    expected = list(play(env, 2))
    for copied in copies:
        assert list(play(copied, 2)) == expected


@pytest.mark.parametrize("game", GAMES)
def test_copies_of_environments_go_on(game: str) -> None:
    assert_copies_go_on(BatchEnv(game, 3, seed=1), batch_steps)
    for mode in (None, "html"):
        env = aec_env(game, render_mode=mode)
        env.reset(seed=1)
        assert_copies_go_on(env, turns)


@pytest.mark.parametrize("game, bot", [("brisca", "greedy"), ("boerenbridge", "greedykripke")])
def test_copies_of_a_seat_go_on_with_its_opponents(game: str, bot: str) -> None:
    env = gymnasium.make(f"CardArena/{game}-v0", opponents=[bot])
    env.reset(seed=1)
    assert_copies_go_on(env, seat_steps)


def test_a_bot_from_a_file_is_copied_too(tmp_path) -> None:
    bot = tmp_path / "mine.py"
    bot.write_text(
        "from Players.Player import Player\n\n\nclass Mine(Player):\n    turns = 0\n\n"
        "    def think(self, observation, budget):\n        self.turns += 1\n"
        "        actions = observation.get_list_actions()\n"
        "        return actions[self.turns % len(actions)]\n"
    )
    env = gymnasium.make("CardArena/brisca-v0", opponents=[str(bot)])
    env.reset(seed=1)
    assert_copies_go_on(env, seat_steps)
