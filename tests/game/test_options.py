"""Options of games and the list of games: choices are checked, the other options have defaults."""

import pytest

from Game import registry
from Game.brisca.game import Brisca
from Game.core.options import OptionError, nearest


def test_without_a_choice_every_option_has_its_default():
    assert Brisca().chosen == {"tie": "draw", "deal": "page"}


def test_a_game_keeps_the_chosen_options():
    assert Brisca(tie="original").chosen == {"tie": "original", "deal": "page"}


def test_an_unknown_option_is_refused_with_the_nearest():
    with pytest.raises(OptionError, match=r"'ties'.*'tie'.*tie, deal"):
        Brisca(ties="draw")


def test_an_unknown_value_is_refused_with_the_nearest():
    with pytest.raises(OptionError, match=r"'originel'.*'tie'.*'original'"):
        Brisca(tie="originel")


@pytest.mark.parametrize("value", [None, "", 1, ["draw"]])
def test_a_value_of_another_kind_is_refused(value):
    with pytest.raises(OptionError):
        Brisca(tie=value)


def test_a_hint_names_all_words_even_if_none_is_similar():
    assert nearest("zzz", ["brisca", "agram"]) == "Choose from: brisca, agram."


def test_a_hint_says_if_there_are_no_words():
    assert nearest("tie", []) == "There are none."


def test_games_are_found_by_their_name():
    assert registry.find("brisca") is Brisca


def test_games_are_found_whatever_the_case():
    assert registry.find("Brisca") is Brisca


def test_an_unknown_game_is_refused_with_the_nearest():
    with pytest.raises(registry.UnknownGame, match=r"'briska'.*'brisca'"):
        registry.find("briska")


@pytest.mark.parametrize("name", registry.names())
def test_a_game_is_registered_under_its_own_name(name):
    assert registry.find(name).name == name


@pytest.mark.parametrize("name", registry.names())
def test_the_default_of_an_option_is_one_of_its_choices(name):
    assert all(option.default in option.choices for option in registry.find(name).options)
