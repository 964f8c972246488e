"""ForwardModel and Heuristic: the effects of a move, their order, and its reward."""

import copy
import random

import pytest
from reference.brisca import PACK, winning_card
from reference.robobrisca import reward_of
from support.robobrisca import after, card, cards, game_state, observation, row, seen, snapshot

from Game.Action import Action
from Game.ForwardModel import ForwardModel
from Game.Heuristic import Heuristic

MODEL = ForwardModel()


def play(position, text: str, heuristic=None):
    return MODEL.play(position, Action(card(text)), heuristic or Heuristic())


# The order of a move


class Witness:
    """A heuristic that notes the position at its call."""

    def get_score(self, position, player_id):
        self.hands = [row(hand) for hand in position.hands]
        self.table = row(position.playing_cards)
        self.won = [row(pile) for pile in position.won_cards]
        self.turn, self.player_id = position.turn, player_id
        return "what the heuristic said"


def witnessed(position, text: str) -> Witness:
    witness = Witness()
    play(position, text, witness)
    return witness


def test_the_reward_is_computed_when_the_card_has_left_the_hand():
    assert witnessed(observation("O7 E1 | E2 | C3 | B4"), "E1").hands[0] == ["O7"]


def test_the_reward_is_computed_when_the_card_lies_on_the_table():
    position = observation("O7 | E2 | C3 | B4 B5", table="E2 C3 O7", turn=3)
    assert witnessed(position, "B4").table == ["E2", "C3", "O7", "B4"]


def test_the_reward_is_computed_before_the_trick_is_taken():
    position = observation("O7 | E2 | C3 | B4 B5", table="E2 C3 O7", turn=3)
    assert witnessed(position, "B4").won == [[], [], [], []]


def test_the_reward_is_computed_before_the_turn_moves_on():
    position = observation("O7 O6 | E2 | C3 | B4")
    witness = witnessed(position, "O7")
    assert (witness.turn, witness.player_id, position.turn) == (0, 0, 1)


def test_the_reward_is_what_the_heuristic_said():
    assert play(observation("O7 | E2 | C3 | B4"), "O7", Witness()) == "what the heuristic said"


ASKED = {
    "is it over": lambda position: position.is_terminal(),
    "what can be played": lambda position: position.get_list_actions(),
    "a clone": lambda position: position.clone(),
    "another world": lambda position: position.get_randomized_clone(),
    "a deep copy": copy.deepcopy,
    "who wins": lambda position: MODEL.check_winner(position),
    "points": lambda position: MODEL.get_points_player(2, position),
    "everything": snapshot,
}


@pytest.mark.parametrize("question", ASKED)
def test_a_heuristic_may_ask_the_position_anything(question):
    class Asks(Heuristic):
        def get_score(self, position, player_id):
            ASKED[question](position)
            return super().get_score(position, player_id)

    for seed in range(4):
        asked, plain = seen(seed, seed), seen(seed, seed)
        while not plain.is_terminal():
            text = str(plain.get_list_actions()[-1])
            assert play(asked, text, Asks()) == play(plain, text)
            assert snapshot(asked) == snapshot(plain)


def test_a_clone_that_a_heuristic_keeps_shows_the_card_on_the_table():
    class Keeps:
        def get_score(self, position, player_id):
            self.kept = position.clone()
            return 0

    keeper, position = Keeps(), observation("O7 | E2 | C3 | B4 B5", table="E2 C3 O7", turn=3)
    play(position, "B4", keeper)
    assert row(keeper.kept.playing_cards) == ["E2", "C3", "O7", "B4"]
    assert (keeper.kept.turn, row(position.won_cards[2])) == (3, ["E2", "C3", "O7", "B4"])


# What a move does


def test_the_next_seat_is_to_play():
    position = observation("O7 | E2 | C3 | B4", turn=3)
    play(position, "B4")
    assert position.turn == 0


def test_the_fourth_card_takes_the_trick():
    position = observation("E3 E4 | E1 | C3 | B4", trump="O2")
    for text in ("E4", "E1", "C3", "B4"):
        play(position, text)
    assert (position.turn, row(position.playing_cards)) == (1, [])
    assert [row(pile) for pile in position.won_cards] == [[], ["E4", "E1", "C3", "B4"], [], []]


def test_the_winner_draws_first():
    position = observation("E4 | E1 | C3 | B4", deck="B1 B2 B3 O2")
    for text in ("E4", "E1", "C3", "B4"):
        play(position, text)
    assert [row(hand) for hand in position.hands] == [["O2"], ["B1"], ["B2"], ["B3"]]


def test_a_card_that_the_seat_does_not_hold_cannot_be_played():
    with pytest.raises(ValueError, match="E2"):
        play(observation("O7 | E2 | C3 | B4"), "E2")


def test_a_move_refused_changes_nothing():
    position = observation("O7 | E2 | C3 | B4")
    with pytest.raises(ValueError, match="seat 0"):
        play(position, "E2")
    assert row(position.hands[0]) == ["O7"]
    assert row(position.playing_cards) == []


def test_a_game_state_is_played_like_an_observation():
    position = game_state(after(1, 0))
    moves = 0
    while not position.is_terminal():
        MODEL.play(position, position.get_list_actions()[0], Heuristic())
        moves += 1
    assert (moves, sum(MODEL.get_points_player(seat, position) for seat in range(4))) == (40, 120)


# Questions


@pytest.mark.parametrize("seat", range(4))
def test_the_turn_goes_round(seat):
    assert MODEL.next_turn(seat) == (seat + 1) % 4


@pytest.mark.parametrize("turn", range(4))
def test_the_round_winner_is_counted_from_who_played_last(turn):
    # As in RoboBrisca's own `play`: `turn` has just laid the fourth card, so turn + 1 had led.
    dice = random.Random(turn)
    for _ in range(200):
        trick = dice.sample(PACK, 4)
        trump = dice.choice(PACK)
        right = (turn + 1 + trick.index(winning_card(trick, trump))) % 4
        assert MODEL.get_round_winner(cards(trick), card(trump), turn) == right


def test_the_points_of_a_player_are_those_of_the_cards_won():
    position = observation("O7 | E2 | C3 | B4", won="O1 O2 | E3 | | C12 C11 C10")
    assert [MODEL.get_points_player(seat, position) for seat in range(4)] == [11, 10, 0, 9]


ACES_AND_KINGS = "O1 E1 C1 B1 O12 E12 C12 B12"
THE_OTHER_SIXTY = "O3 E3 C3 B3 O11 E11 C11 B11 O10 E10 C10 B10"


@pytest.mark.parametrize(
    "won, side",
    [
        ("O1 | O3 | |", 0),
        ("O10 | O3 | |", 1),
        ("O1 | O3 | E1 | E3", 0),
        (f"{ACES_AND_KINGS} | {THE_OTHER_SIXTY} | |", 1),
        (f"{ACES_AND_KINGS} | {THE_OTHER_SIXTY} | O2 E2 C2 B2 O4 |", 0),
        (f"{ACES_AND_KINGS} | {THE_OTHER_SIXTY} | O2 E2 C2 B2 |", 1),
    ],
    ids=["points 0", "points 1", "both seats", "cards 1", "cards 0", "all equal: side 1"],
)
def test_the_winner_of_a_finished_game(won, side):
    position = observation("| | |", won=won)
    assert MODEL.check_winner(position) == side
    assert position.winner == side


def test_nobody_has_won_while_the_game_goes_on():
    position = observation("O7 | | |", won="O1 | | |")
    assert MODEL.check_winner(position) == -1
    assert position.winner == -1


# Heuristic


def score(table: str, trump: str = "O2") -> float:
    return Heuristic().get_score(observation("B2 | B4 | B5 | B6", table=table, trump=trump), 0)


def test_a_card_alone_is_worth_its_value():
    assert score("E3") == 10
    assert score("E7") == 0


def test_a_card_that_beats_all_earlier_ones_is_worth_the_points_on_the_table():
    assert score("E3 E1") == 21
    assert score("E3 C1 O4") == 21


def test_a_card_that_does_not_costs_the_points_on_the_table():
    assert score("E3 C1") == -21
    assert score("E3 O4 E1") == -21


def test_the_reward_of_any_trick():
    dice = random.Random(1)
    for _ in range(500):
        table, trump = dice.sample(PACK, dice.randint(1, 4)), dice.choice(PACK)
        assert score(" ".join(table), trump) == reward_of(table, trump)


# In one call


def test_a_playout_gives_the_points_of_both_sides():
    means = MODEL.playout(seen(1, 9), 20)
    assert len(means) == 2
    assert sum(means) == pytest.approx(120)


@pytest.mark.parametrize("n", [0, -1])
def test_a_playout_of_no_games_is_refused(n):
    with pytest.raises(ValueError, match=str(n)):
        MODEL.playout(seen(1, 9), n)


def test_a_playout_leaves_the_observation_as_it_was():
    position = seen(1, 9)
    before = [row(hand) for hand in position.hands]
    MODEL.playout(position, 20)
    assert [row(hand) for hand in position.hands] == before


def test_a_playout_without_fresh_worlds_takes_the_world_of_the_observation():
    position = observation("E4 | E1 | E3 | E12", won="| | O1 |")
    assert MODEL.playout(position, 20, fresh=False) == [11, 25]


def test_a_playout_uses_the_edited_cards():
    position = observation("E4 | E1 | E3 | E12")
    position.hands[1] = cards("O7")
    position.hands[2].clear()
    position.hands[2].add_card(card("O1"))
    position.won_cards[3].add_card(card("B1"))
    assert MODEL.playout(position, 5, fresh=False) == [15, 11]
