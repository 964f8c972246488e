"""Bots as students wrote them for RoboBrisca play whole games here, unchanged.

They are in `bots/`, each in another style: indented with tabs, with their own constructors,
printing, asking `card_type is 'O'`, copying themselves, editing their observation.
"""

import importlib.util
import random
import warnings
from itertools import combinations
from pathlib import Path

import pytest
from support.robobrisca import after, game_state, snapshot

from Game.core.stream import Stream
from Game.ForwardModel import ForwardModel
from Game.Heuristic import Heuristic
from Players.Player import Player

FILES = sorted((Path(__file__).parent / "bots").glob("*.py"))
NAMES = [file.stem for file in FILES]


def bot(name: str) -> Player:
    """The one player in the file, made without arguments, as the arena does it."""
    file = next(file for file in FILES if file.stem == name)
    spec = importlib.util.spec_from_file_location(name, file)
    module = importlib.util.module_from_spec(spec)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SyntaxWarning)  # `is` with a literal
        spec.loader.exec_module(module)
    (kind,) = (
        found
        for found in vars(module).values()
        if isinstance(found, type) and issubclass(found, Player) and found.__module__ == name
    )
    return kind()


def play_game(players: list[Player], seed: int):
    """One game by a plain loop, as RoboBrisca's own programs play it."""
    random.seed(seed)
    state, model, heuristic = game_state(after(seed, 0)), ForwardModel(), Heuristic()
    moves = 0
    while not state.is_terminal():
        before = snapshot(state)
        observation = state.get_observation()
        observation.stream = Stream(100 * seed + moves)  # the same worlds in every run
        action = players[state.turn].think(observation, 1)
        assert snapshot(state) == before, "thinking changed the game"
        assert str(action) in before["actions"]
        model.play(state, action, heuristic)
        moves += 1
    assert moves == 40
    assert sum(model.get_points_player(seat, state) for seat in range(4)) == 120
    return model.check_winner(state)


@pytest.mark.parametrize("one, two", [*combinations(NAMES, 2)])
def test_two_bots_play_whole_games(one, two):
    for seed in range(2):
        players = [bot(one), bot(two), bot(one), bot(two)]
        assert play_game(players, seed) in (0, 1)


@pytest.mark.parametrize("name", NAMES)
def test_a_bot_that_thinks_beats_one_that_does_not(name):
    class First(Player):
        def think(self, observation, budget):
            return observation.get_list_actions()[0]

    wins = sum(play_game([bot(name), First(), bot(name), First()], seed) == 0 for seed in range(12))
    assert wins >= 6


def test_the_suits_are_the_literals_that_bots_ask_for():
    # `CuentaCartas` saves its trumps by asking `card_type is 'O'` for every suit.
    counter = bot("CuentaCartas")
    for seed in range(40):
        state = game_state(after(seed, 0))
        trump = state.trump_card
        assert counter.coste(trump, trump) == 3


def test_printing_is_left_alone(capsys):
    bot("CuentaCartas").think(game_state(after(1, 0)).get_observation(), 1)
    assert "jugada 1" in capsys.readouterr().out
