"""A ladder: neighbours meet, and the winner stands above."""

import pytest
from hypothesis import strategies as st
from support.schedules import (
    SIZES,
    Played,
    all_tied,
    by_luck,
    by_strength,
    given_without_deadline,
    play,
)

from arena.schedule.ladder import climb, ladder

sizes = st.sampled_from(SIZES) | st.integers(2, 20)


def standing(entrants: int, played: Played) -> list[int]:
    order = list(range(entrants))
    for matches, scores in zip(played.matches, played.scores, strict=True):
        order = climb(order, matches, scores)
    return order


def test_neighbours_meet_from_the_first_place_and_from_the_second_in_turn():
    played = play(ladder(5, 3, 2), all_tied)
    assert [[match.entrants for match in matches] for matches in played.matches] == [
        [(0, 1), (2, 3)],
        [(1, 2), (3, 4)],
        [(0, 1), (2, 3)],
    ]


def test_the_winner_stands_above_and_meets_the_next_above():
    played = play(ladder(4, 3, 2), by_strength(lambda entrant: entrant == 3))
    assert [m.entrants for m in played.matches[0]] == [(0, 1), (2, 3)]
    assert [m.entrants for m in played.matches[1]] == [(1, 3)]
    assert [m.entrants for m in played.matches[2]] == [(0, 3), (1, 2)]
    assert standing(4, played) == [3, 0, 1, 2]


@given_without_deadline(sizes, st.integers(1, 6))
def test_tied_matches_change_nothing(entrants, rounds):
    played = play(ladder(entrants, rounds, 2), all_tied)
    assert standing(entrants, played) == list(range(entrants))


@given_without_deadline(st.permutations(range(9)))
def test_after_as_many_rounds_as_entrants_all_stand_by_strength(strength):
    played = play(ladder(9, 9, 2), by_strength(strength.__getitem__))
    assert standing(9, played) == sorted(range(9), key=lambda one: -strength[one])


@given_without_deadline(sizes, st.integers(1, 6), st.integers(0, 1000))
def test_the_next_round_is_played_on_the_ladder_that_climb_returns(n, rounds, seed):
    played = play(ladder(n, rounds, 3), by_luck(seed))
    order = list(range(n))
    for matches, scores in zip(played.matches, played.scores, strict=True):
        for match in matches:
            assert order.index(match.entrants[1]) == order.index(match.entrants[0]) + 1
        order = climb(order, matches, scores)
        assert sorted(order) == list(range(n))


@pytest.mark.parametrize("rounds", [1, 2, 5])
def test_two_entrants_meet_every_round(rounds):
    played = play(ladder(2, rounds, 2), all_tied)
    assert [len(matches) for matches in played.matches] == [1] * rounds


def test_a_newcomer_enters_at_the_bottom():
    before, after = (play(ladder(n, 1, 2), all_tied).matches[0] for n in (5, 6))
    assert after[:-1] == before
    assert after[-1].entrants == (4, 5)
