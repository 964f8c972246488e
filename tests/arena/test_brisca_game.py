"""RoboBrisca's main class, name for name, as its scripts use it."""

import inspect
import random
import re
import sys
import threading

import pytest
from support.inprocess_clock import controlled

from arena.replay import text48
from arena.replay.replayer import verify
from Game.Action import Action
from Game.BriscaGame import BriscaGame
from Game.Card import Card
from Game.CardCollection import CardCollection
from Game.core import Refusal
from Game.ForwardModel import ForwardModel
from Game.GameState import GameState
from Game.Heuristic import Heuristic
from Players.AlwaysFirstPlayer import AlwaysFirstPlayer
from Players.OSLAPlayer import OSLAPlayer
from Players.Player import Player
from Players.RandomPlayer import RandomPlayer

NAMES = {
    "save_game_on": ["filename"],
    "create_main_deck": ["collection"],
    "reset": ["state", "first"],
    "run": ["state", "fm", "heuristic", "players", "budget", "verbose", "controlling_time"],
    "player_turn": None,
    "player_thinking": None,
    "get_random_action": ["obs"],
}


@pytest.mark.parametrize("name, parameters", NAMES.items(), ids=NAMES)
def test_the_methods_have_their_names_and_parameters(name, parameters):
    results = list(inspect.signature(getattr(BriscaGame(), name)).parameters)
    assert parameters is None or results == parameters


def test_a_fresh_game_saves_nothing():
    game = BriscaGame()
    assert game.save_game is False
    assert game.save_file == ""


def run(game: BriscaGame, players, first=0, budget=1.0, verbose=False, clock=True) -> GameState:
    state = GameState()
    game.reset(state, first)
    game.run(state, ForwardModel(), Heuristic(), players, budget, verbose, clock)
    return state


@pytest.mark.parametrize("first", range(4))
def test_a_reset_deals_three_cards_each_and_turns_up_the_last(first):
    state = GameState()
    BriscaGame().reset(state, first)
    assert state.turn == first
    assert [hand.len() for hand in state.hands] == [3] * 4
    assert state.main_deck.len() == 28
    assert state.main_deck.get_last_card() == state.trump_card
    cards = sum((hand.get_cards() for hand in state.hands), state.main_deck.get_cards())
    assert len(set(cards)) == 40
    assert not state.is_terminal()


def test_a_used_state_is_reset_for_another_game():
    game, state = BriscaGame(), GameState()
    for _ in range(2):
        game.reset(state, 0)
        assert state.winner == -1
        game.run(state, ForwardModel(), Heuristic(), [RandomPlayer()] * 2, 1, False, False)
        assert state.is_terminal()


def test_two_resets_deal_other_cards():
    game, one, other = BriscaGame(), GameState(), GameState()
    game.reset(one, 0)
    game.reset(other, 0)
    assert str(one.main_deck) != str(other.main_deck)


def test_the_main_deck_has_forty_cards():
    deck = CardCollection()
    deck.add_card(Card("O", 1))
    BriscaGame().create_main_deck(deck)
    assert deck.len() == len({str(card) for card in deck.get_cards()}) == 40


@pytest.mark.parametrize("clock", [True, False])
def test_a_run_plays_all_cards_and_names_the_winner(clock):
    state = run(BriscaGame(), [OSLAPlayer(), RandomPlayer()], clock=clock)
    model = ForwardModel()
    points = [model.get_points_player(seat, state) for seat in range(4)]
    assert sum(points) == 120
    assert state.is_terminal()
    assert state.winner == model.check_winner(state)
    if points[0] + points[2] != 60:
        assert state.winner == (points[0] + points[2] < 60)


@pytest.mark.parametrize("first", range(4))
def test_a_saved_game_is_the_48_line_text_and_verifies(tmp_path, first):
    game = BriscaGame()
    game.save_game_on(str(tmp_path / "Out" / "game.txt"))
    assert game.save_game
    run(game, [OSLAPlayer(), AlwaysFirstPlayer()], first)
    data = (tmp_path / "Out" / "game.txt").read_bytes()
    rows = data.decode().split("\n")
    assert len(rows) == 48
    assert rows[0] == "OSLAPlayer AlwaysFirstPlayer OSLAPlayer AlwaysFirstPlayer "
    assert rows[1] == str(first)
    record = text48.read(tmp_path / "Out" / "game.txt")
    verify(record)
    assert text48.write(record).encode() == data


@pytest.mark.parametrize("clock", [True, False])
def test_a_game_with_faults_is_saved_as_it_was_played(tmp_path, clock):
    class Bad(Player):
        def think(self, observation, budget):
            return [None, 3, Action(Card("O", 9)), 1 / (observation.main_deck.len() % 2)][
                observation.main_deck.len() % 4
            ]

    game = BriscaGame()
    game.save_game_on(str(tmp_path / "game.txt"))
    run(game, [Bad(), Bad()], clock=clock)
    verify(text48.read(tmp_path / "game.txt"))


@pytest.fixture
def sleeper(monkeypatch) -> Player:
    """Thinks for twice its budget, by a clock that stands still for all others."""
    machine = controlled(monkeypatch)

    class Sleeper(Player):
        def think(self, observation, budget):
            machine.think(2 * budget)
            return observation.get_list_actions()[0]

    return Sleeper()


def test_a_late_player_gets_a_random_move(sleeper, capsys):
    run(BriscaGame(), [sleeper, RandomPlayer()], budget=0.1, verbose=True)
    out = capsys.readouterr().out
    assert len(re.findall("^Sleeper: .* A random card", out, re.M)) == 20
    assert out.count("A random card") == 20


def test_without_the_clock_no_player_is_late(sleeper, capsys):
    run(BriscaGame(), [sleeper, RandomPlayer()], budget=0.1, verbose=True, clock=False)
    assert "A random card is played" not in capsys.readouterr().out


def test_verbose_tells_every_move_and_quiet_none(capsys):
    run(BriscaGame(), [OSLAPlayer(), RandomPlayer()], verbose=True)
    output = capsys.readouterr().out
    assert output.count(" plays ") == 40
    assert "wins" in output
    run(BriscaGame(), [OSLAPlayer(), RandomPlayer()])
    assert capsys.readouterr().out == ""


def test_partners_are_two_copies_of_a_bot():
    class Counter(Player):
        turns = 0

        def think(self, observation, budget):
            self.turns += 1
            assert self.turns <= 10
            return observation.get_list_actions()[0]

    mine = Counter()
    state = run(BriscaGame(), [mine, RandomPlayer()], clock=False)
    assert state.is_terminal()
    assert mine.turns == 10


def test_a_bot_that_edits_its_observation_does_not_change_the_game(tmp_path):
    class Vandal(Player):
        def think(self, observation, budget):
            action = observation.get_list_actions()[0]
            for pile in (*observation.hands, *observation.won_cards, observation.main_deck):
                pile.clear()
            observation.playing_cards.clear()
            observation.turn = 2
            return action

    game = BriscaGame()
    game.save_game_on(str(tmp_path / "game.txt"))
    run(game, [Vandal(), RandomPlayer()])
    verify(text48.read(tmp_path / "game.txt"))


def test_a_random_action_is_one_of_the_list():
    game, state = BriscaGame(), GameState()
    game.reset(state, 0)
    observation = state.get_observation()
    drawn = {str(game.get_random_action(observation)) for _ in range(60)}
    assert drawn == {str(action) for action in observation.get_list_actions()}


# What students' scripts do


def test_a_script_that_seeds_python_s_random_plays_the_same_game_again(tmp_path):
    game, texts = BriscaGame(), []
    for _ in range(2):
        random.seed(7)
        game.save_game_on(str(tmp_path / "game.txt"))
        run(game, [RandomPlayer(), OSLAPlayer()], clock=False)
        texts.append((tmp_path / "game.txt").read_text())
    assert texts[0] == texts[1]


@pytest.mark.parametrize("first", [-1, 4, "0", None])
def test_a_seat_that_does_not_exist_cannot_start(first):
    with pytest.raises(Refusal, match="the seats are 0 to 3"):
        BriscaGame().reset(GameState(), first)


def test_a_game_without_a_deal_is_not_run():
    with pytest.raises(Refusal, match="reset"):
        BriscaGame().run(GameState(), ForwardModel(), Heuristic(), [RandomPlayer()] * 2, 1)


@pytest.mark.parametrize("budget", [0, -1, float("nan"), None, "1"])
def test_a_budget_that_no_bot_can_keep_is_refused(budget):
    with pytest.raises(Refusal, match="more than 0"):
        run(BriscaGame(), [RandomPlayer()] * 2, budget=budget)


@pytest.mark.parametrize("n", [0, 1, 3])
def test_a_game_is_between_two_players(n):
    with pytest.raises(Refusal, match=f"two players, not {n}"):
        run(BriscaGame(), [RandomPlayer()] * n)


class Locked(Player):
    def __init__(self):
        self.lock = threading.Lock()
        self.turns = 0

    def think(self, observation, budget):
        self.turns += 1
        return observation.get_list_actions()[0]


def test_a_player_that_cannot_be_copied_gets_advice():
    with pytest.raises(Refusal, match="four players"):
        run(BriscaGame(), [Locked(), RandomPlayer()])


def test_each_of_four_players_has_a_seat():
    players = [Locked() for _ in range(4)]
    run(BriscaGame(), players)
    assert [player.turns for player in players] == [10] * 4


@pytest.mark.parametrize("reward", [None, 1.5, 1234567, "good"])
def test_any_reward_of_a_heuristic_is_saved_as_it_is(tmp_path, reward):
    class Mine:
        def get_score(self, observation, player_id):
            return reward

    game, state = BriscaGame(), GameState()
    game.save_game_on(str(tmp_path / "game.txt"))
    game.reset(state, 0)
    game.run(state, ForwardModel(), Mine(), [RandomPlayer()] * 2, 1, False, False)
    moves = (tmp_path / "game.txt").read_text().split("\n")[7:47]
    assert {move.split()[2] for move in moves} == {str(reward)}


@pytest.mark.parametrize("said, name", [("two\nlines", "two lines"), (5, "Named"), ("", "Named")])
def test_a_saved_game_has_48_lines_for_any_name_of_a_bot(tmp_path, said, name):
    class Named(RandomPlayer):
        def __str__(self):
            return said

    game = BriscaGame()
    game.save_game_on(str(tmp_path / "game.txt"))
    run(game, [Named(), RandomPlayer()], verbose=True)
    rows = (tmp_path / "game.txt").read_text().split("\n")
    assert len(rows) == 48
    assert rows[0] == f"{name} RandomPlayer {name} RandomPlayer "


def test_a_heuristic_that_looks_ahead_does_not_change_the_game(tmp_path):
    class Looks(Heuristic):
        def get_score(self, observation, player_id):
            observation.is_terminal()
            return super().get_score(observation, player_id)

    game, state = BriscaGame(), GameState()
    game.save_game_on(str(tmp_path / "game.txt"))
    game.reset(state, 1)
    game.run(state, ForwardModel(), Looks(), [OSLAPlayer(), RandomPlayer()], 1, False, False)
    verify(text48.read(tmp_path / "game.txt"))


def test_without_the_clock_a_game_runs_without_the_arena(monkeypatch):
    """A bot in its box may play games of its own while it thinks."""
    monkeypatch.setitem(sys.modules, "arena.sandbox.inprocess", None)
    assert run(BriscaGame(), [OSLAPlayer(), RandomPlayer()], clock=False).is_terminal()
