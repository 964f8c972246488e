"""Card, Action, CardCollection and Common, as RoboBrisca's bots use them."""

import copy
import random

import pytest
from reference.brisca import PACK
from reference.robobrisca import is_better
from support.robobrisca import card, cards, row, seen

from Game.Action import Action
from Game.Card import CARDS, Card
from Game.CardCollection import CardCollection
from Game.Common import calculate_points, is_better_card

# Card


def test_a_card_has_a_type_and_a_number():
    knight = Card("O", 11)
    assert (knight.card_type, knight.card_number) == ("O", 11)
    assert (knight.get_type(), knight.get_number()) == ("O", 11)


@pytest.mark.parametrize(
    "number, value",
    [(1, 11), (3, 10), (12, 4), (11, 3), (10, 2), (7, 0), (6, 0), (5, 0), (4, 0), (2, 0)],
)
def test_the_value_of_a_card(number, value):
    assert Card("C", number).get_value() == value


@pytest.mark.parametrize("text", ["O11", "E1", "C12", "B7"])
def test_a_card_is_written_type_first(text):
    assert str(card(text)) == text


def test_cards_are_equal_when_type_and_number_are():
    assert Card("O", 3) == Card("O", 3)
    assert Card("O", 3) != Card("O", 1)
    assert Card("O", 3) != Card("E", 3)


def test_a_card_is_not_equal_to_its_text():
    assert Card("O", 3) != "O3"


def test_a_clone_of_a_card_is_the_same_card():
    assert Card("B", 12).clone() == Card("B", 12)


def test_equal_cards_are_found_in_sets_and_lists():
    assert Card("O", 3) in {Card("O", 3)}
    assert [Card("E", 1), Card("O", 3)].index(Card("O", 3)) == 1


def test_a_card_cannot_be_changed():
    with pytest.raises(AttributeError, match="O3"):
        Card("O", 3).card_number = 1


@pytest.mark.parametrize("moves", [0, 10, 30])
def test_the_type_of_every_card_seen_is_the_literal_itself(moves):
    # Bots ask `card.card_type is 'O'`.
    letters = {letter: letter for letter in ("O", "E", "C", "B")}
    observation = seen(1, moves)
    rows = [*observation.hands, *observation.won_cards, observation.main_deck]
    for held in [observation.trump_card, *(c for r in rows for c in r.get_cards())]:
        assert held.card_type is letters[held.card_type]
        assert held.clone().card_type is letters[held.card_type]
        assert held.get_type() is letters[held.card_type]


# Action


def test_an_action_has_its_card():
    action = Action(card("C3"))
    assert action.card == action.get_card() == card("C3")


def test_a_deep_copy_of_an_action_plays_the_same_card():
    assert copy.deepcopy(Action(card("C3"))).get_card() == card("C3")


def test_actions_are_equal_when_their_cards_are():
    assert Action(card("C3")) == Action(card("C3"))
    assert Action(card("C3")) != Action(card("C1"))


def test_an_action_is_written_as_its_card():
    assert str(Action(card("O11"))) == "O11"


# CardCollection


def test_a_new_collection_is_empty():
    assert CardCollection().empty()
    assert CardCollection().len() == 0
    assert CardCollection().l_cards == []


def test_cards_are_added_behind():
    collection = cards("O1 O2")
    collection.add_card(card("E1"))
    collection.add_cards([card("C1"), card("B1")])
    assert row(collection) == ["O1", "O2", "E1", "C1", "B1"]


def test_a_collection_is_written_with_a_space_after_every_card():
    assert str(cards("O1 E12 C3")) == "O1 E12 C3 "
    assert str(CardCollection()) == ""


def test_cards_are_drawn_from_the_front():
    collection = cards("O1 E12 C3")
    assert str(collection.draw()) == "O1"
    assert row(collection) == ["E12", "C3"]


def test_the_list_of_cards_is_the_live_one():
    collection = cards("O1 E12 C3")
    collection.get_cards().pop()
    assert row(collection) == ["O1", "E12"]
    assert collection.get_cards() is collection.l_cards


def test_less_last_is_a_new_list_without_the_last_card():
    collection = cards("O1 E12 C3")
    collection.get_cards_less_last().clear()
    assert [str(c) for c in collection.get_cards_less_last()] == ["O1", "E12"]


def test_a_card_is_found_by_its_place():
    collection = cards("O1 E12 C3")
    assert (str(collection.get_card(1)), str(collection.get_last_card())) == ("E12", "C3")


def test_a_card_is_removed_by_its_value():
    collection = cards("O1 E12 C3")
    collection.remove(Card("E", 12))
    assert row(collection) == ["O1", "C3"]


def test_a_card_that_is_not_there_cannot_be_removed():
    with pytest.raises(ValueError, match="E11"):
        cards("O1 E12 C3").remove(card("E11"))


def test_clear_empties_the_same_list():
    collection = cards("O1 E12")
    live = collection.get_cards()
    collection.clear()
    assert live == []
    assert collection.empty()


def test_a_clone_has_a_list_of_its_own():
    collection = cards("O1 E12")
    collection.clone().clear()
    assert row(collection) == ["O1", "E12"]
    assert row(collection.clone()) == ["O1", "E12"]


def test_a_deep_copy_has_a_list_of_its_own():
    collection = cards("O1 E12")
    copy.deepcopy(collection).clear()
    assert row(collection) == ["O1", "E12"]


def test_shuffling_keeps_the_cards_and_changes_their_order():
    collection = cards(PACK)
    collection.shuffle()
    assert sorted(row(collection)) == sorted(PACK)
    assert row(collection) != PACK


def test_shuffles_depend_on_the_seed_of_python_s_random():
    rows = []
    for _ in range(2):
        random.seed(5)
        collection = cards(PACK)
        collection.shuffle()
        rows.append(row(collection))
    assert rows[0] == rows[1]


# Common


@pytest.mark.parametrize("trump", ["O2", "E2", "C2", "B2"])
def test_which_of_two_cards_is_better(trump):
    # All pairs under a led card of every suit, against the slow reference.
    for led in ("O7", "E7", "C7", "B7"):
        for actual in CARDS:
            for prev in CARDS:
                right = is_better(str(actual), str(prev), trump, led)
                assert is_better_card(actual, prev, card(trump), card(led)) == right


def test_two_cards_of_neither_suit_compare_by_value():
    assert is_better_card(card("C3"), card("B12"), card("O2"), card("E2"))
    assert not is_better_card(card("C12"), card("B3"), card("O2"), card("E2"))


def test_equal_values_are_decided_by_the_higher_number():
    assert is_better_card(card("C7"), card("B6"), card("O2"), card("E2"))
    assert not is_better_card(card("C4"), card("B6"), card("O2"), card("E2"))


def test_a_card_is_not_better_than_itself():
    assert not is_better_card(card("C7"), card("C7"), card("O2"), card("E2"))


def test_the_points_of_a_list_of_cards():
    assert calculate_points([card(text) for text in PACK]) == 120
    assert calculate_points([]) == 0
