"""Qualifying: every entrant against every house bot."""

from collections import Counter

import pytest
from hypothesis import strategies as st
from support.schedules import SIZES, all_tied, given_without_deadline, play

from arena.schedule.qualifying import qualifying

sizes = st.sampled_from(SIZES)


@given_without_deadline(sizes, st.integers(1, 4))
def test_every_entrant_meets_every_house_bot_once_and_no_other_entrant(entrants, house):
    played = play(qualifying(entrants, house, 2, 10), all_tied)
    met = [match.entrants for match in played.all]
    assert sorted(met) == [(e, entrants + h) for e in range(entrants) for h in range(house)]


def test_all_can_be_played_at_once():
    assert len(play(qualifying(5, 3, 2, 10), all_tied).matches) == 1


@given_without_deadline(sizes, st.integers(1, 20))
def test_half_of_the_games_are_played_with_each_side_first(entrants, half):
    for match in play(qualifying(entrants, 3, 2, 2 * half), all_tied).all:
        first = Counter(fixture.sides[0] for fixture in match.fixtures())
        assert set(first.values()) == {half}
        assert set(first) == set(match.entrants)


@given_without_deadline(sizes)
def test_all_matches_are_played_on_the_same_deals(entrants):
    played = play(qualifying(entrants, 3, 2, 10), all_tied)
    for match in played.all:
        assert [fixture.deal for fixture in match.fixtures()] == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4]


def test_in_a_game_of_three_entrant_and_house_hold_the_third_side_in_turn():
    (match,) = play(qualifying(1, 1, 3, 6), all_tied).all
    held = Counter(side for fixture in match.fixtures() for side in fixture.sides)
    assert held == {0: 9, 1: 9}


def test_at_any_time_all_entrants_have_played_about_as_much():
    matches = play(qualifying(7, 3, 2, 10), all_tied).all
    for end in range(len(matches)):
        met = Counter(match.entrants[0] for match in matches[:end])
        assert max(met[one] for one in range(7)) - min(met[one] for one in range(7)) <= 1


@pytest.mark.parametrize("entrants, house", [(0, 3), (3, 0)])
def test_without_entrants_or_house_nothing_is_played(entrants, house):
    assert play(qualifying(entrants, house, 2, 10), all_tied).all == []
