"""A batch plays the same games as the table does: state by state, in every game."""

import numpy as np
import pytest
from support.games import every_game, variant_name

from arena.learn.batch import BatchEnv, deal_stream
from Game.core.game import Game
from Game.core.stream import Stream
from Game.core.turn import OVER

GAMES, STEPS = 2, 300


@pytest.mark.parametrize("game", every_game(), ids=variant_name)
def test_a_batch_agrees_with_games_played_one_by_one(game: Game) -> None:
    batch, encoder = BatchEnv(game, GAMES, seed=5), game.encoder()
    streams = [deal_stream(5, number) for number in range(GAMES)]
    states = [game.deal(stream) for stream in streams]
    actions, stream, ended = np.zeros(GAMES, np.int32), Stream(9), 0
    for _ in range(STEPS):
        for number, state in enumerate(states):
            assert batch.turns[number] == state.turn
            assert batch.observations[number].tolist() == list(encoder.row(state, state.turn))
            assert bytes(batch.masks[number]) == encoder.mask(state)
        batch.random_actions(stream, actions)
        batch.step(actions)
        for number, state in enumerate(states):
            state.play(encoder.action(state, int(actions[number])))
            assert bool(batch.ended[number]) == (state.turn == OVER)
            if state.turn == OVER:
                values = [state.value(state.side(seat)) for seat in range(game.seats)]
                assert batch.rewards[number].tolist() == np.float32(values).tolist()
                states[number] = game.deal(streams[number])
                ended += 1
            else:
                assert not batch.rewards[number].any()
    assert ended, "no game ended, so no new deal was compared"


def test_a_game_does_not_depend_on_the_games_beside_it() -> None:
    few, many = BatchEnv("brisca", 2, seed=7), BatchEnv("brisca", 9, seed=7)
    assert (few.observations == many.observations[:2]).all()


def test_the_arrays_stay_where_they_are() -> None:
    """A step writes into them, so nothing is copied."""
    batch, actions, dice = BatchEnv("brisca", 3, seed=1), np.zeros(3, np.int32), Stream(1)
    names = ("observations", "masks", "turns", "rewards", "ended", "points", "deals")
    before = [(getattr(batch, name), getattr(batch, name).ctypes.data) for name in names]
    for _ in range(50):
        batch.random_actions(dice, actions)
        batch.step(actions)
    for name, (array, address) in zip(names, before, strict=True):
        assert getattr(batch, name) is array
        assert array.ctypes.data == address


def test_an_illegal_action_moves_no_game() -> None:
    batch = BatchEnv("brisca", 4, seed=1)
    before, actions = batch.observations.copy(), np.argmax(batch.masks, axis=1).astype(np.int32)
    for wrong in (int(np.argmin(batch.masks[3])), -1, 40):
        actions[3] = wrong
        with pytest.raises(ValueError, match="game 3"):
            batch.step(actions)
        assert (batch.observations == before).all()


def test_a_batch_of_no_game_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one game, and 0 are wanted"):
        BatchEnv("brisca", 0)


def test_arrays_of_a_wrong_size_are_refused() -> None:
    batch = BatchEnv("brisca", 4, seed=1)
    with pytest.raises(ValueError, match="4 games need 4 actions"):
        batch.step(np.zeros(3, np.int32))
    with pytest.raises(ValueError, match="4 games need 4 actions"):
        batch.random_actions(Stream(1), np.zeros(5, np.int32))


def test_random_actions_are_legal_and_equally_likely() -> None:
    batch, actions, stream = BatchEnv("brisca", 2, seed=3), np.zeros(2, np.int32), Stream(4)
    counts = np.zeros(40)
    for _ in range(3000):
        batch.random_actions(stream, actions)
        counts[actions[0]] += 1
    legal = np.flatnonzero(batch.masks[0])
    assert set(np.flatnonzero(counts)) == set(legal)
    assert len(legal) == 3
    assert ((counts[legal] - 1000) ** 2 / 1000).sum() < 13.8  # chi-square, two degrees, 0.1 %
