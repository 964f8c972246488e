"""The rules of Brisca, one promise a test, on positions drawn in the test."""

from itertools import pairwise

import pytest
from support.brisca import StackedStream, choices, deck, hand, hands, play, position, taker, trick
from support.brisca import won as pile

from Game.brisca.game import Brisca
from Game.brisca.state import BriscaState
from Game.core.cards import SPANISH
from Game.core.stream import Stream
from Game.core.turn import OVER

STRONGEST_FIRST = "1 3 12 11 10 7 6 5 4 2".split()


# Taking tricks


@pytest.mark.parametrize("stronger, weaker", [*pairwise(STRONGEST_FIRST)])
def test_the_led_suit_runs_1_3_12_11_10_7_6_5_4_2(stronger, weaker):
    assert taker(f"E{stronger} E{weaker} B5 C5", trump="O2") == 0
    assert taker(f"E{weaker} E{stronger} B5 C5", trump="O2") == 1


@pytest.mark.parametrize("stronger, weaker", [*pairwise(STRONGEST_FIRST)])
def test_trumps_run_in_the_same_order(stronger, weaker):
    assert taker(f"B5 E{stronger} E{weaker} C5", trump="E7") == 1
    assert taker(f"B5 E{weaker} E{stronger} C5", trump="E7") == 2


def test_the_lowest_trump_beats_the_ace_led():
    assert taker("E1 E3 O2 E12", trump="O7") == 2


def test_a_trump_led_is_beaten_by_a_higher_trump_only():
    assert taker("O4 E1 O5 C1", trump="O7") == 2


def test_cards_of_other_suits_never_win():
    assert taker("E2 C1 B1 C3", trump="O7") == 0


def test_the_place_in_the_trick_counts_from_the_leader():
    assert taker("E2 C1 E4 B1", trump="O7", leader=3) == 1


# Playing


@pytest.mark.parametrize("table", ["", "E3", "E3 O5", "E3 O5 E7"])
def test_any_card_may_always_be_played(table):
    state = position("O7 E1 C12 | B2 B3 B4 | E4 E5 E6 | C2 C3 C4", table=table, trump="O2")
    assert choices(state) == "O7 E1 C12"


def test_the_next_seat_plays_next():
    state = position("O7 | E1 | C12 | B1", turn=2)
    assert [state.play(SPANISH.parse(card)) for card in ("C12", "B1", "O7")] == [3, 0, 1]


def test_the_winner_of_a_trick_leads_the_next():
    state = position("O7 O4 | E1 O5 | C12 O6 | B1 O10", trump="O2")
    assert play(state, "O7 E1 C12 B1").turn == 0
    assert play(state, "O4 O5 O6 O10").turn == OVER


def test_the_cards_of_a_trick_go_to_the_winners_pile_in_playing_order():
    state = trick("B3 E1 C12 B1", trump="O2")
    assert [pile(state, seat) for seat in range(4)] == ["", "", "", "B3 E1 C12 B1"]


# Drawing


def test_the_winner_draws_first_and_then_the_others_in_turn():
    state = position("E4 | E5 | E1 | E6", deck="B2 B3 B4 B5 O2")
    play(state, "E4 E5 E1 E6")
    assert hands(state) == "B4 | B5 | B2 | B3"


def test_the_trump_card_is_the_last_to_be_drawn():
    state = position("E4 | E5 | E1 | E6", deck="B2 B3 B4 O2")
    play(state, "E4 E5 E1 E6")
    assert hand(state, 1) == "O2"


def test_no_player_draws_from_an_empty_deck():
    state = position("E4 B2 | E5 B3 | E1 B4 | E6 B5")
    play(state, "E4 E5 E1 E6")
    assert hands(state) == "B2 | B3 | B4 | B5"


def test_a_card_drawn_goes_behind_the_others_of_the_hand():
    state = position("E4 C1 C2 | E5 B1 B2 | E1 O4 O5 | O6 E6 O7", deck="B4 B5 B6 O2")
    play(state, "C1 E5 O5 E6")
    assert hands(state) == "E4 C2 B6 | B1 B2 O2 | E1 O4 B4 | O6 O7 B5"


# Counting


@pytest.mark.parametrize(
    "number, points",
    [(1, 11), (3, 10), (12, 4), (11, 3), (10, 2), *((n, 0) for n in (2, 4, 5, 6, 7))],
)
def test_each_card_has_its_points(number, points):
    state = position("O7 | E1 | C12 | B2", won=f"| | E{number} |")
    assert state.points(2) == points


def test_a_pack_counts_120_points():
    state = position("| | |", won=SPANISH.line(SPANISH) + "| | |")
    assert state.points(0) == 120


def test_points_grow_with_each_trick():
    state = position("B1 | O7 | C12 | B2", won="| | | E3")
    play(state, "B1 O7 C12 B2")
    assert [state.points(seat) for seat in range(4)] == [0, 15, 0, 10]


@pytest.mark.parametrize("seed", range(20))
def test_a_game_is_ten_tricks(seed):
    state, moves = Brisca().deal(Stream(seed)), 0
    while not state.is_terminal():
        state.play(state.legal()[0])
        moves += 1
    assert moves == 40


# Winning. Aces and kings count 60; so do threes, knights and jacks.

ACES_AND_KINGS = "O1 E1 C1 B1 O12 E12 C12 B12"
THE_OTHER_SIXTY = "O3 E3 C3 B3 O11 E11 C11 B11 O10 E10 C10 B10"
BLANKS = [f"{suit}{number}" for number in (2, 4, 5, 6, 7) for suit in "OECB"]


def finished(first_pile: str, second_pile: str, tie: str = "draw") -> BriscaState:
    return position("| | |", won=f"{first_pile} | | | {second_pile}", tie=tie)


def sixty_each(blanks: int, tie: str = "draw") -> BriscaState:
    """Both sides have 60 points; side 0 has eight cards and so many blanks, side 1 the rest."""
    return finished(
        f"{ACES_AND_KINGS} {' '.join(BLANKS[:blanks])}",
        f"{THE_OTHER_SIXTY} {' '.join(BLANKS[blanks:])}",
        tie,
    )


def ranks(state: BriscaState) -> tuple[int, ...]:
    return Brisca().outcome(state).ranks


def test_seats_0_and_2_play_against_1_and_3():
    state = Brisca().deal(Stream(1))
    assert Brisca.sides == ((0, 2), (1, 3))
    assert [state.side(seat) for seat in range(4)] == [0, 1, 0, 1]


def test_the_most_points_win():
    assert ranks(finished("O1", "O3 O2 O4 O5 O6 O7")) == (0, 1)


def test_the_points_of_both_seats_of_a_side_count():
    assert ranks(position("| | |", won="O10 | O3 | E3 | E4")) == (0, 1)


def test_on_equal_points_the_most_cards_win():
    assert ranks(sixty_each(blanks=16)) == (0, 1)
    assert ranks(sixty_each(blanks=8)) == (1, 0)


def test_equal_points_and_cards_are_a_draw():
    assert ranks(sixty_each(blanks=12)) == (0, 0)


def test_a_draw_is_worth_half():
    assert [sixty_each(blanks=12).value(side) for side in (0, 1)] == [0.5, 0.5]


def test_the_original_counts_a_complete_tie_for_side_1():
    assert ranks(sixty_each(blanks=12, tie="original")) == (1, 0)


def test_the_original_breaks_ties_on_cards_first():
    assert ranks(sixty_each(blanks=16, tie="original")) == (0, 1)


def test_the_option_decides_which_tie_is_dealt():
    assert [Brisca(tie=tie).deal(Stream(1)).tie for tie in ("draw", "original")] == [-1, 1]


@pytest.mark.parametrize("tie", ["draw", "original"])
def test_a_copy_and_an_imagined_world_break_ties_in_the_same_way(tie):
    state = sixty_each(blanks=12, tie=tie)
    imagined = Brisca(tie=tie).determinise(state.view(0), Stream(1))
    assert ranks(state) == ranks(state.clone()) == ranks(imagined)


def test_the_outcome_has_the_points_of_every_seat():
    state = position("| | |", won="O1 | O3 | O12 | O11")
    assert Brisca().outcome(state).scores == (11, 10, 4, 3)


# Dealing, from a pack in the order of its numbers: O1 O2 ... O7 O10 O11 O12 E1 ...

PACK = [SPANISH.text(card) for card in SPANISH]


def dealt(first: int, deal: str = "page") -> BriscaState:
    return Brisca(deal=deal).deal(StackedStream(PACK), first)


@pytest.mark.parametrize("first", range(4))
def test_cards_are_dealt_one_at_a_time_from_the_first_player(first):
    state = dealt(first)
    assert hand(state, first) == "O1 O5 O11"
    assert hand(state, (first + 1) % 4) == "O2 O6 O12"
    assert hand(state, (first + 3) % 4) == "O4 O10 E2"


@pytest.mark.parametrize("first", range(4))
def test_the_original_always_deals_from_seat_0(first):
    assert hands(dealt(first, "original")) == "O1 O5 O11 | O2 O6 O12 | O3 O7 E1 | O4 O10 E2"


def test_the_other_28_cards_are_the_deck_in_order():
    assert deck(dealt(0)).split() == PACK[12:]


def test_the_last_card_of_the_deck_is_turned_up():
    assert SPANISH.text(dealt(0).trump) == PACK[-1]


@pytest.mark.parametrize("deal", ["page", "original"])
@pytest.mark.parametrize("first", range(4))
def test_the_first_player_leads(first, deal):
    state = dealt(first, deal)
    assert (state.turn, state.leader) == (first, first)
