"""`Players.MyHeuristic`, the second heuristic of the kit, which knows the partner."""

from support.cases import case
from support.robobrisca import card, cards, observation

from Game.Action import Action
from Game.ForwardModel import ForwardModel
from Game.Heuristic import Heuristic
from Players.MyHeuristic import MyHeuristic

# Trump is oros. The last card of each table is the player's own.
TABLES = {
    "": 0,
    "E1": 11,
    "O7": 0,
    "E1 E3": -21,  # the opponent's ace is ahead
    "E3 E1": 21,
    "E3 O2": 10,
    "E1 C3": -21,
    "E1 E3 E2": 21,  # the partner's ace is ahead
    "E3 E1 E2": -21,
    "E3 E1 O2": 21,
    "E1 O2 E3": -21,
    "E2 E1 E3 C4": 21,  # the partner's ace again
    "E1 E2 E3 E4": -21,
    "E2 E3 E1 C5": -21,
    "O2 E1 E3 E4": -21,
    "O2 E1 E3 O4": 21,
}


def test_the_points_are_negative_if_an_opponent_is_ahead_of_the_player_and_the_partner():
    for table, score in TABLES.items():
        position = observation("O4 | E2 | C3 | B4", trump="O1")
        position.playing_cards = cards(table)
        with case(table):
            assert MyHeuristic().get_score(position, 0) == score


def test_the_forward_model_takes_it_as_it_takes_the_heuristic():
    position = observation("O4 E4 | E2 | C3 | B4", table="E2 E1 E3", trump="O1", turn=0)
    other = position.clone()
    play = Action(card("E4"))
    assert ForwardModel().play(position, play, MyHeuristic()) == 21
    assert ForwardModel().play(other, play, Heuristic()) == -21
