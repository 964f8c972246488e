"""Observations: their real parts, their imagined parts, and their seat."""

import pytest
from reference.brisca import PACK
from support.robobrisca import (
    after,
    card,
    cards,
    game_state,
    observation,
    row,
    seen,
    snapshot,
    spoil,
)

from Game.Action import Action
from Game.core.stream import Stream
from Game.ForwardModel import ForwardModel
from Game.Heuristic import Heuristic
from Game.Observation import Observation

MOVES = pytest.mark.parametrize("moves", [0, 1, 6, 19, 27, 28, 35, 39])


# What is seen


@MOVES
def test_everything_that_the_seat_knows_is_real(moves):
    state = after(moves, moves)
    real = snapshot(game_state(state))
    what = snapshot(game_state(state).get_observation())
    for name in ("trump", "won", "turn", "table", "actions", "over"):
        assert what[name] == real[name]
    assert what["hands"][state.turn] == real["hands"][state.turn]


@MOVES
def test_hands_and_deck_have_their_real_sizes(moves):
    state = after(moves, moves)
    real, what = (game_state(state), game_state(state).get_observation())
    assert [hand.len() for hand in what.hands] == [hand.len() for hand in real.hands]
    assert what.main_deck.len() == real.main_deck.len()


@MOVES
def test_all_forty_cards_are_somewhere(moves):
    what = seen(moves, moves)
    rows = [*what.hands, *what.won_cards, what.main_deck, what.playing_cards]
    assert sorted(text for r in rows for text in row(r)) == sorted(PACK)


def test_the_other_hands_and_the_deck_are_imagined():
    state = game_state(after(1, 0))
    hands = {str([row(hand) for hand in state.get_observation().hands]) for _ in range(20)}
    decks = {str(state.get_observation().main_deck) for _ in range(20)}
    assert (len(hands), len(decks)) == (20, 20)


def test_the_last_card_of_the_deck_is_the_trump_card():
    what = seen(1, 9)
    assert what.main_deck.get_last_card() == what.trump_card


def test_the_list_of_actions_is_the_hand():
    what = seen(1, 9)
    actions = what.get_list_actions()
    assert all(isinstance(action, Action) for action in actions)
    assert [str(action) for action in actions] == row(what.hands[what.turn])


def test_the_list_of_actions_may_be_changed():
    what = seen(1, 9)
    what.get_list_actions().clear()
    assert len(what.get_list_actions()) == 3


def test_asking_for_the_actions_first_or_last_makes_no_difference():
    first, last = seen(1, 9), seen(1, 9)
    actions = [str(action) for action in first.get_list_actions()]
    assert snapshot(first) == snapshot(last)
    assert actions == snapshot(last)["actions"]


def test_an_observation_says_four_players_and_no_winner_yet():
    assert (seen(1, 9).n_players, seen(1, 9).winner) == (4, -1)


# The real game


@MOVES
def test_nothing_a_bot_does_reaches_the_game(moves):
    real = game_state(after(moves, moves))
    before = snapshot(real)
    what = real.get_observation()
    spoil(what.clone())
    model, future = ForwardModel(), what.get_randomized_clone()
    model.playout(what, 3)
    while not future.is_terminal():
        model.play(future, future.get_list_actions()[0], Heuristic())
    model.check_winner(future)
    spoil(what)
    assert snapshot(real) == before
    assert real.winner == -1


def test_nothing_a_bot_does_reaches_the_observation_of_another():
    real = game_state(after(4, 4))
    mine, other = real.get_observation(), real.get_observation()
    before = snapshot(other)
    spoil(mine)
    assert snapshot(other) == before


def test_no_card_can_be_changed_for_everybody():
    what = seen(4, 4)
    with pytest.raises(AttributeError):
        what.hands[0].get_card(0).card_type = "B"


def test_a_game_state_can_be_set_up_by_hand():
    real = game_state(after(4, 0))
    real.hands[real.turn] = cards("O1 E1 C1")
    assert row(real.get_observation().hands[real.turn]) == ["O1", "E1", "C1"]


def test_the_same_stream_imagines_the_same_world():
    state, game = after(5, 5), seen(5, 5).game
    first, second = (Observation.of(game, state.view(state.turn), Stream(3)) for _ in range(2))
    assert snapshot(first) == snapshot(second)
    assert snapshot(first.get_randomized_clone()) == snapshot(second.get_randomized_clone())


# At the end


def test_a_finished_game_is_terminal_and_offers_nothing():
    state = game_state(after(6, 40))
    assert state.is_terminal()
    assert state.get_list_actions() == []


@pytest.mark.parametrize("hands, over", [("| | |", True), ("| | | O1", False), ("O1 | | |", False)])
def test_a_game_is_over_when_nobody_holds_a_card(hands, over):
    assert observation(hands, turn=1).is_terminal() is over


def test_a_game_is_not_over_while_only_its_winner_is_out_of_cards():
    # Hands as only a bot imagines them: seat 3 takes the trick with its last card.
    touched = observation("O4 O5 | E2 E3 | C2 C3 | B1", trump="B2")
    untouched = touched.clone()
    for text in ("O4", "E2", "C2", "B1"):
        ForwardModel().play(touched, Action(card(text)))
        ForwardModel().play(untouched, Action(card(text)))
    assert not touched.is_terminal()
    assert not untouched.is_terminal()
