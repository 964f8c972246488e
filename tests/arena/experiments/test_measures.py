"""The measures of a game, compared with cases computed by hand."""

from math import isnan, sqrt

import pytest

from arena.experiments.analysis import measures
from arena.experiments.analysis.estimates import win_shares
from arena.experiments.analysis.sums import Tally, sum_lists
from arena.experiments.analysis.tricks import by_choices, by_turns, lead_moves


@pytest.mark.parametrize(
    "first, players, fair",
    [
        (0.24, 4, 0.96),  # the published one of Agram
        (0.25, 4, 1), (0.0, 4, 0), (1.0, 4, 0), (0.5, 4, 2 / 3),
        (0.5, 2, 1), (0.25, 2, 0.5), (0.75, 2, 0.5), (1.0, 2, 0),
    ],
)  # fmt: skip
def test_fairness(first, players, fair):
    assert measures.fairness(first, players) == pytest.approx(fair)


@pytest.mark.parametrize(
    "options, slope",
    [
        ([3, 2, 1], -1), ([1, 1, 1], 0), ([1, 3], 2), ([5], 0), ([], 0),
        ([6, 2, 2, 6], 0),
        ([4, 1, 1], -1.5),  # middle 1: (-1 * 4 + 1 * 1) / 2
    ],
)  # fmt: skip
def test_the_slope_is_that_of_the_straight_line_through_the_options(options, slope):
    assert measures.slope(options) == pytest.approx(slope)


def test_convergence_is_above_a_half_where_options_become_fewer():
    assert measures.convergence(0) == 0.5
    assert measures.convergence(-0.124) == pytest.approx(0.562)
    assert measures.convergence(1) == 0


def test_spread_is_from_the_worst_move_to_the_best():
    assert measures.spread([0.2, 0.9, 0.4]) == pytest.approx(0.7)
    assert measures.spread([0.3]) == 0


def test_the_line_of_danger_is_half_way_from_the_first_place_to_the_second():
    assert measures.danger_line(2) == 0.5
    assert measures.danger_line(3) == 0.75
    assert measures.danger_line(4) == pytest.approx(5 / 6)


def test_drama_and_security_go_by_how_often_and_how_far_the_winner_was_behind():
    standings = [0.5, 0.75, 1.0, 0.25 + 0.14]  # of three players: below 0.75 are two
    assert measures.drama(standings, 3) == pytest.approx((sqrt(0.25) + sqrt(0.36)) / 2)
    assert measures.security(standings, 3) == 0.5
    assert measures.drama([0.8, 0.9], 3) == 0
    assert measures.security([0.8, 0.9], 3) == 1


def test_order_is_zero_for_chance_and_one_if_the_same_player_always_wins():
    assert measures.order(0.25, 4) == 0
    assert measures.order(1, 4) == 1
    assert measures.order(0.43, 4) == pytest.approx(0.24)
    assert measures.order(0, 2) == -1


def test_with_one_player_there_is_nothing_to_compare():
    assert isnan(measures.fairness(1, 1))
    assert isnan(measures.order(1, 1))


def test_players_who_tie_for_the_first_place_share_the_win():
    assert win_shares([0.25, 1.0, 0.25]) == [0, 1, 0]
    assert win_shares([0.75, 0.0, 0.75]) == [0.5, 0, 0.5]


def test_tricks_are_known_by_turns_that_go_round():
    assert by_turns([0, 1, 2, 2, 0, 1], 3) == [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)]
    assert by_turns([0, 2, 1, 1, 0, 2], 3) is not None  # against the clock
    assert by_turns([0, 1, 1, 2, 0, 2], 3) is None
    assert by_turns([0, 1, 2, 0], 3) is None
    assert by_turns([], 2) is None
    assert by_turns([0, 0], 1) is None
    assert lead_moves([0, 1, 1, 0], 2)
    assert not lead_moves([0, 1, 0, 1], 2)


def test_bids_of_a_described_game_belong_to_no_trick():
    turns, choices = [0, 1, 2, 0, 1, 2, 2, 0, 1], [7, 7, 7, 9, 9, 9, 9, 9, 9]
    places, moves = by_choices(turns, choices, 3)
    assert places == [None] * 3 + [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)]
    assert moves
    # The leader may choose at another place of the text than the followers.
    assert by_choices([0, 1, 2, 2, 0, 1], [1, 2, 2, 1, 2, 2], 3)[0][0] == (0, 0)
    assert by_choices([0, 0, 1], [1, 1, 1], 2) is None
    assert by_choices([], [], 2) is None


def test_tallies_add_up_in_any_order():
    one, other = Tally(), Tally()
    for value in (1, 2, 6):
        one.add(value)
    other.add(3)
    both = Tally.sum([other.json(), [], one.json()])
    assert (both.count, both.mean, both.least, both.most) == (4, 3, 1, 6)
    assert both.error == pytest.approx(sqrt((4 + 1 + 9) / 3 / 4))
    assert Tally.sum([]).json() == []
    assert [tally.mean for tally in sum_lists([[one.json()], [other.json(), other.json()]])] == [
        3,
        3,
    ]
