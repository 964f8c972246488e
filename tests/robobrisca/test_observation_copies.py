"""Observations made by hand, cloned, deep-copied and randomized: edits stay apart."""

import copy
import pickle

import pytest
from support.robobrisca import card, cards, observation, row, seen, snapshot, spoil

from Game.ForwardModel import ForwardModel
from Game.Heuristic import Heuristic
from Game.Observation import Observation

MOVES = pytest.mark.parametrize("moves", [0, 1, 6, 19, 27, 28, 35, 39])


# The constructor


def test_an_observation_has_the_given_cards():
    made = observation(
        "O7 E1 | E2 | C3 C4 | B4",
        table="B12",
        deck="O5 O6 O2",
        won="E3 | E4 | E5 | E6 E7",
        turn=2,
    )
    assert snapshot(made) == {
        "hands": [["O7", "E1"], ["E2"], ["C3", "C4"], ["B4"]],
        "deck": ["O5", "O6", "O2"],
        "trump": "O2",
        "won": [["E3"], ["E4"], ["E5"], ["E6", "E7"]],
        "turn": 2,
        "table": ["B12"],
        "actions": ["C3", "C4"],
        "over": False,
    }


def test_an_observation_can_be_made_of_the_parts_of_another():
    what = seen(1, 9)
    before = snapshot(what)
    made = Observation(
        what.main_deck,
        what.hands,
        what.trump_card,
        what.won_cards,
        what.turn,
        what.n_players,
        what.playing_cards,
        what.winner,
    )
    assert snapshot(made) == before


@pytest.mark.parametrize("name", ["main_deck", "playing_cards"])
def test_an_observation_copies_the_collections_it_is_made_of(name):
    # As RoboBrisca's does: what is played on in the one stays as it was in the other.
    given = {"main_deck": cards("O5 O2"), "playing_cards": cards("E4")}
    made = Observation(
        given["main_deck"], [cards("O1")] * 4, card("O2"), [cards("")] * 4, 0, 4,
        given["playing_cards"], -1,
    )  # fmt: skip
    getattr(made, name).clear()
    assert given[name].len() > 0


@pytest.mark.parametrize("name", ["hands", "won_cards"])
def test_an_observation_copies_the_lists_of_collections_it_is_made_of(name):
    given = {
        "hands": [cards(text) for text in ("O1", "O3", "O4", "O5")],
        "won_cards": [cards(text) for text in ("E1", "E3", "E4", "E5")],
    }
    made = Observation(
        cards("B4 O2"), given["hands"], card("O2"), given["won_cards"], 0, 4, cards(""), -1
    )
    getattr(made, name)[1].clear()
    getattr(made, name).pop()
    assert [collection.len() for collection in given[name]] == [1, 1, 1, 1]


def test_playing_on_in_one_made_of_another_leaves_that_alone():
    what = seen(1, 9)
    before = snapshot(what)
    made = Observation(
        what.main_deck, what.hands, what.trump_card, what.won_cards, what.turn, 4,
        what.playing_cards, -1,
    )  # fmt: skip
    ForwardModel().play(made, made.get_list_actions()[0], Heuristic())
    assert snapshot(what) == before


# Copies


def in_all_ways(position: Observation):
    return [
        position.clone(),
        copy.deepcopy(position),
        copy.copy(position).clone(),
        pickle.loads(pickle.dumps(position)),  # as bots do that want it fast
    ]


@MOVES
def test_copies_show_the_same(moves):
    what = seen(moves, moves)
    assert [snapshot(other) for other in in_all_ways(what)] == [snapshot(what)] * 4


@MOVES
def test_a_deep_copy_of_an_untouched_observation_shows_the_same(moves):
    what = seen(moves, moves)
    other = copy.deepcopy(what)
    assert snapshot(other) == snapshot(what)


def test_a_pickled_copy_of_an_edited_observation_is_edited_and_plays_on():
    what = seen(2, 10)
    what.hands[0].add_card(card("O1"))
    other = pickle.loads(pickle.dumps(what))
    for position in (what, other):
        ForwardModel().play(position, position.get_list_actions()[0], Heuristic())
    assert snapshot(other) == snapshot(what)
    assert row(other.hands[0])[-1] == "O1"


@pytest.mark.parametrize(
    "copier", [Observation.clone, copy.deepcopy, Observation.get_randomized_clone]
)
def test_changes_of_a_copy_stay_there(copier):
    what = seen(2, 10)
    before = snapshot(what)
    spoil(copier(what))
    assert snapshot(what) == before


@pytest.mark.parametrize(
    "copier", [Observation.clone, copy.deepcopy, Observation.get_randomized_clone]
)
def test_changes_of_the_original_do_not_reach_a_copy(copier):
    what = seen(2, 10)
    other = copier(what)
    before = snapshot(other)
    spoil(what)
    assert snapshot(other) == before


def test_a_clone_of_an_edited_observation_is_edited():
    what = seen(2, 10)
    spoil(what)
    assert snapshot(what.clone()) == snapshot(what)
    assert what.clone().winner == 1


def test_clone_list_clones_each_collection():
    what = seen(2, 10)
    hands = what.clone_list(what.hands)
    before = snapshot(what)
    for hand in hands:
        hand.clear()
    assert snapshot(what) == before


@MOVES
def test_a_randomized_clone_keeps_what_the_seat_knows(moves):
    what = seen(moves, moves)
    before = snapshot(what)
    other = snapshot(what.get_randomized_clone())
    for name in ("trump", "won", "turn", "table", "actions", "over"):
        assert other[name] == before[name]


def test_a_randomized_clone_is_another_world_each_time():
    what = seen(2, 0)
    assert len({str(what.get_randomized_clone().main_deck) for _ in range(20)}) == 20


def test_a_randomized_clone_of_an_edited_observation_has_its_cards():
    what = observation("O7 | E1 E3 E4 E5 | C4 |", deck="B4 B5 O2")
    what.hands[1].remove(card("E3"))
    for _ in range(20):
        other = what.get_randomized_clone()
        assert [hand.len() for hand in other.hands] == [1, 3, 1, 0]
        texts = [text for r in [*other.hands, other.main_deck] for text in row(r)]
        assert sorted(texts) == sorted("O7 E1 E4 E5 C4 B4 B5 O2".split())
        assert row(other.main_deck)[-1] == "O2"


def test_a_randomized_clone_of_a_future_still_keeps_what_the_seat_knew():
    what = seen(2, 8)
    seat, future = what.turn, what.clone()
    ForwardModel().play(future, future.get_list_actions()[0], Heuristic())
    left = row(future.hands[seat])
    assert {str(row(future.get_randomized_clone().hands[seat])) for _ in range(20)} == {str(left)}
