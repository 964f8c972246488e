"""OpenSpiel's own tests, for every game."""

import pytest
from support.games import variants
from support.optional import optional
from support.paths import ROOT

from Game.core import Refusal
from Game.core.options import OptionError
from Game.registry import find, names

pyspiel = optional("pyspiel")
openspiel = optional("arena.learn.openspiel")
pytestmark = pytest.mark.slow


@pytest.mark.parametrize("name", names())
def test_openspiel_accepts_the_game(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(f"card_arena_{name}"), 1, True, False)


def test_a_file_is_a_game() -> None:
    name = openspiel.register_file(ROOT / "tests" / "learn" / "openspiel" / "small_agram.gdl")
    game = pyspiel.load_game(name)
    assert (name, game.num_players()) == ("card_arena_small_agram", 2)
    pyspiel.random_sim_test(game, 3, True, False)


def test_options_are_parameters() -> None:
    game = pyspiel.load_game("card_arena_agram(players=2,cards=3)")
    assert (game.num_players(), game.shared.game.chosen["cards"]) == (2, "3")
    game = pyspiel.load_game("card_arena_boerenbridge(rounds=3/2,features=kripke+others)")
    assert game.shared.game.chosen["rounds"] == "3,2"
    assert game.shared.encoder.blocks[-1].name == "known_owners"


def test_every_variant_is_written_and_read_again() -> None:
    for name in names():
        for game in variants(find(name)):
            loaded = pyspiel.load_game(f"card_arena_{name}", openspiel.parameters(game))
            again = pyspiel.load_game(str(loaded))
            assert again.shared.game.chosen == game.chosen


def test_wrong_parameters_are_named() -> None:
    with pytest.raises(OptionError, match="'7' is not a value of the option 'players'"):
        pyspiel.load_game("card_arena_agram(players=7)")
    with pytest.raises(Refusal, match=r"no utility 'money'\. Choose from: value, points"):
        pyspiel.load_game("card_arena_kuhn(utility=money)")
    with pytest.raises(Refusal, match="brisca has no features 'kripke'"):
        pyspiel.load_game("card_arena_brisca(features=kripke)")
