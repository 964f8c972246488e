"""RoboBrisca's names: every class where bots import it from, with its methods and attributes."""

import inspect
from importlib import import_module

import pytest
from support.robobrisca import seen

from Game.Action import Action
from Game.Card import Card
from Game.CardCollection import CardCollection
from Game.ForwardModel import ForwardModel
from Game.GameState import GameState
from Game.Heuristic import Heuristic
from Game.Observation import Observation

# module -> class -> method -> its parameters; those in brackets may be left out
CLASSES = {
    "Game.Action": {"Action": {"get_card": "", "__str__": ""}},
    "Game.Card": {
        "Card": {
            "get_type": "",
            "get_number": "",
            "get_value": "",
            "clone": "",
            "__str__": "",
            "__eq__": "other",
        }
    },
    "Game.CardCollection": {
        "CardCollection": {
            "clear": "",
            "add_card": "card",
            "add_cards": "cards",
            "shuffle": "",
            "get_last_card": "",
            "len": "",
            "draw": "",
            "get_cards": "",
            "get_cards_less_last": "",
            "get_card": "i",
            "clone": "",
            "empty": "",
            "remove": "card",
            "__str__": "",
        }
    },
    "Game.GameState": {"GameState": {"__init__": "", "get_observation": "", "is_terminal": ""}},
    "Game.Observation": {
        "Observation": {
            "__init__": "main_deck hands trump_card won_cards turn n_players playing_cards winner",
            "get_list_actions": "",
            "clone": "",
            "clone_list": "collections",
            "get_randomized_clone": "",
            "is_terminal": "",
        }
    },
    "Game.ForwardModel": {
        "ForwardModel": {
            "play": "observation action [heuristic]",
            "next_turn": "t",
            "get_round_winner": "playing_cards trump_card turn",
            "check_winner": "state",
            "get_points_player": "player_id state",
        }
    },
    "Game.Heuristic": {"Heuristic": {"get_score": "observation player_id"}},
    "Players.Player": {"Player": {"think": "observation budget", "__str__": ""}},
}

METHODS = [
    (module, kind, method, parameters)
    for module, kinds in CLASSES.items()
    for kind, methods in kinds.items()
    for method, parameters in methods.items()
]

FUNCTIONS = {"is_better_card": "actual prev trump_card round_card", "calculate_points": "cards"}

ATTRIBUTES = (
    "n_players", "turn", "trump_card", "playing_cards", "main_deck", "hands", "won_cards", "winner",
)  # fmt: skip


def parameters_of(function) -> list[inspect.Parameter]:
    return [p for p in inspect.signature(function).parameters.values() if p.name != "self"]


@pytest.mark.parametrize("module, kind, method, parameters", METHODS)
def test_a_method_takes_what_robobrisca_gives_it(module, kind, method, parameters):
    function = getattr(getattr(import_module(module), kind), method)
    taken = parameters_of(function)
    needed = [p for p in taken if p.default is p.empty]
    names = parameters.split()
    assert len(needed) <= len([name for name in names if name[0] != "["]) <= len(taken)
    assert all(p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD) for p in needed)


@pytest.mark.parametrize("name, parameters", FUNCTIONS.items())
def test_a_function_takes_what_robobrisca_gives_it(name, parameters):
    function = getattr(import_module("Game.Common"), name)
    assert len(parameters_of(function)) == len(parameters.split())


def test_constructors_can_be_called_with_names():
    knight = Card(card_type="O", card_number=11)
    assert Action(card=knight).card == knight
    given = {name: getattr(seen(1, 5), name) for name in ATTRIBUTES}
    assert Observation(**given).turn == given["turn"]


@pytest.mark.parametrize("name", ATTRIBUTES)
def test_an_observation_has_the_attribute(name):
    assert hasattr(seen(1, 5), name)


@pytest.mark.parametrize("name", ATTRIBUTES)
def test_a_game_state_has_the_attribute(name):
    assert hasattr(GameState(), name)


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="'Observation' object has no attribute 'hand'"):
        seen(1, 5).hand  # noqa: B018


def test_a_new_game_state_is_an_empty_table():
    state = GameState()
    assert (state.n_players, state.turn, state.trump_card, state.winner) == (4, 0, None, -1)
    assert state.playing_cards.empty()
    assert state.main_deck.empty()


@pytest.mark.parametrize("looked_into", [True, False])
def test_before_cards_are_dealt_there_is_nothing_to_play(looked_into):
    state = GameState()
    assert not looked_into or [hand.len() for hand in state.hands] == [0] * 4
    assert state.is_terminal()
    assert state.get_list_actions() == []


def test_a_player_needs_no_constructor_and_is_called_like_its_class():
    player = import_module("Players.Player").Player
    assert str(player()) == "Player"
    assert str(type("AsDeOros", (player,), {})()) == "AsDeOros"


def test_a_player_that_does_not_think_says_so():
    player = import_module("Players.Player").Player
    with pytest.raises(NotImplementedError, match="think"):
        player().think(None, 1)


def test_help_shows_the_parameters_and_no_marks_of_the_compiler():
    constructors = {Card: ["card_type", "card_number"], Action: ["card"], CardCollection: []}
    for cls, names in constructors.items():
        assert list(inspect.signature(cls).parameters) == names
    for cls in (*constructors, ForwardModel, Heuristic, Observation, GameState):
        for name, method in vars(cls).items():
            assert "\n--\n" not in (getattr(method, "__doc__", None) or ""), f"{cls}.{name}"
