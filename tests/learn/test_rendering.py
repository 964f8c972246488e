"""`render` returns text, or a page of the viewer with the game so far."""

import numpy as np
import pytest
from support.games import every_game, variant_name

from arena.learn import SeatEnv, aec_env
from arena.pages.viewer.frames import play_record
from arena.replay.replayer import verify
from Game.core.game import Game
from Game.core.turn import OVER


def play_on(env, dice, steps: int) -> None:
    for _ in range(steps):
        if env.terminations[env.agent_selection]:
            return
        mask = env.observe(env.agent_selection)["action_mask"]
        env.step(int(dice.choice(np.flatnonzero(mask))))


@pytest.mark.parametrize("game", every_game(), ids=variant_name)
def test_the_page_has_the_game_so_far(game: Game) -> None:
    """And noting the moves changes nothing: a game that is not shown has the same positions."""
    shown, plain = aec_env(game, render_mode="html"), aec_env(game)
    for env in (shown, plain):
        env.reset(seed=2)
        play_on(env, np.random.default_rng(1), 1)
    record = shown._played.record()
    assert not record.ranks
    assert play_record(record).frames[-1].turn == plain.state_of_game.turn
    for env in (shown, plain):
        play_on(env, np.random.default_rng(2), 2000)
    assert plain.state_of_game.turn == OVER
    record = shown._played.record()
    verify(record)
    assert record.scores == [plain.state_of_game.points(seat) for seat in range(game.seats)]
    assert shown.render().startswith("<!doctype html>")


def test_the_page_names_the_learner_and_its_opponents() -> None:
    env = SeatEnv("brisca", opponents=["greedy"], render_mode="html")
    for expected in (["learner", "GreedyPlayer"] * 2, ["GreedyPlayer", "learner"] * 2):
        env.reset()
        record = env._played.record()
        assert [record.name(seat) for seat in range(4)] == expected


def test_an_unknown_mode_is_refused() -> None:
    for make in (aec_env, SeatEnv):
        with pytest.raises(ValueError, match="no render_mode 'video': choose human, ansi, html"):
            make("brisca", render_mode="video")
