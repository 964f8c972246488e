"""Every game passes the tests of PettingZoo."""

import sys
import warnings
from pathlib import Path

import numpy as np
import pytest
from support.games import every_game, other_descriptions, variant_name

import arena.learn
from arena.learn import aec_env
from Game.core.game import Game

with warnings.catch_warnings():  # its own games, which `make bench` installs, warn of themselves
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, render_test, seed_test

# PettingZoo knows only its own games with a mask in the observation, and warns at all others.
MASKED = "Observation (space for each agent probably should be|is not a NumPy array)"


def assert_accepted(game: Game | str, cycles: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", MASKED)
        api_test(aec_env(game), num_cycles=cycles)
        seed_test(lambda: aec_env(game), num_cycles=cycles // 3)
        render_test(lambda render_mode: aec_env(game, render_mode=render_mode))


@pytest.mark.parametrize("game", every_game(), ids=variant_name)
def test_pettingzoo_accepts_the_game(game: Game) -> None:
    assert_accepted(game, 60)


@pytest.mark.slow
@pytest.mark.parametrize("file", other_descriptions(), ids=lambda file: file.name)
def test_pettingzoo_accepts_every_described_game_in_a_file(file: Path) -> None:
    assert_accepted(str(file), 15)


def test_partners_share_the_reward() -> None:
    env = aec_env("brisca")
    env.reset(seed=1)
    for agent in env.agent_iter():
        seen, _, ended, _, _ = env.last()
        env.step(None if ended else int(np.argmax(seen["action_mask"])))
        if not ended and env.terminations[agent]:
            rewards = [env.rewards[f"seat_{seat}"] for seat in range(4)]
    assert rewards[0] == rewards[2]
    assert rewards[1] == rewards[3]
    assert sum(rewards) == 2


def test_only_the_seat_to_act_has_legal_actions() -> None:
    env = aec_env("brisca")
    env.reset(seed=1)
    masks = {agent: env.observe(agent)["action_mask"].sum() for agent in env.agents}
    assert masks == {"seat_0": 3, "seat_1": 0, "seat_2": 0, "seat_3": 0}


def test_an_illegal_action_is_named() -> None:
    env = aec_env("brisca")
    env.reset(seed=1)
    wrong = int(np.argmin(env.observe("seat_0")["action_mask"]))
    with pytest.raises(ValueError, match=f"seat_0: action {wrong} is not legal"):
        env.step(wrong)


def test_the_same_seed_gives_the_same_games() -> None:
    def games(seed: int) -> list[bytes]:
        env = aec_env("brisca")
        env.reset(seed=seed)
        rows = [env.observe("seat_0")["observation"].tobytes()]
        env.reset()
        return [*rows, env.observe("seat_0")["observation"].tobytes()]

    first = games(4)
    assert first == games(4)
    assert first[0] != first[1]
    assert first != games(5)


def test_a_missing_package_is_named_with_the_command_that_installs_it(monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    monkeypatch.delitem(sys.modules, "arena.learn.aec")
    with pytest.raises(ModuleNotFoundError, match=r"pip install -e '.*\[learn\]'"):
        _ = arena.learn.aec_env
