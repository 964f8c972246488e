"""Tables: round after round with other opponents."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import strategies as st
from support.schedules import SIZES, all_tied, given_without_deadline, play

from arena.schedule.tables import tables

sizes = st.sampled_from(SIZES) | st.integers(3, 20)
sides_ = st.integers(3, 5)


def rounds_of(entrants: int, sides: int, rounds: int):
    return play(tables(entrants, sides, rounds, 4), all_tied).matches


def encounters(rounds) -> Counter:
    return Counter(
        pair for matches in rounds for m in matches for pair in combinations(sorted(m.entrants), 2)
    )


@given_without_deadline(sizes, sides_, st.integers(1, 8))
def test_every_round_has_as_many_full_tables_as_possible(entrants, sides, rounds):
    played = rounds_of(entrants, sides, rounds)
    if entrants == 1:
        assert played == []
        return
    assert len(played) == rounds
    for matches in played:
        assert {len(match.entrants) for match in matches} == {min(sides, entrants)}
        assert len(matches) == max(1, entrants // sides)
        seated = [one for match in matches for one in match.entrants]
        assert len(seated) == len(set(seated))


@given_without_deadline(sizes, sides_, st.integers(1, 12))
def test_entrants_differ_by_at_most_one_in_the_rounds_that_they_sat_out(n, sides, rounds):
    seated = Counter(dict.fromkeys(range(n), 0))
    for matches in rounds_of(n, sides, rounds):
        seated.update(one for match in matches for one in match.entrants)
        assert max(seated.values()) - min(seated.values()) <= 1


@pytest.mark.parametrize("entrants, sides, rounds", [(9, 3, 4), (16, 4, 5)])
def test_all_entrants_meet_once_if_that_is_possible(entrants, sides, rounds):
    met = encounters(rounds_of(entrants, sides, rounds))
    assert met == Counter(combinations(range(entrants), 2))


@pytest.mark.parametrize("entrants, sides, rounds", [(64, 4, 9), (64, 3, 15), (1000, 4, 9)])
def test_many_entrants_meet_nobody_twice(entrants, sides, rounds):
    assert set(encounters(rounds_of(entrants, sides, rounds)).values()) == {1}


@pytest.mark.parametrize(
    "entrants, sides, rounds, most",
    [(8, 4, 20, 9), (6, 3, 10, 4), (5, 4, 5, 3), (7, 3, 7, 3)],
)
def test_few_entrants_meet_about_equally_often(entrants, sides, rounds, most):
    met = encounters(rounds_of(entrants, sides, rounds))
    assert len(met) == entrants * (entrants - 1) // 2
    assert max(met.values()) <= most


def test_fewer_entrants_than_a_table_has_sides_hold_them_in_turn():
    played = play(tables(3, 4, 2, 12), all_tied)
    assert [match.entrants for match in played.all] == [(0, 1, 2)] * 2
    held = Counter(side for fixture in played.fixtures for side in fixture.sides)
    assert held == {0: 32, 1: 32, 2: 32}


def test_tables_are_called_by_round_and_number():
    assert [match.label for match in play(tables(6, 3, 1, 6), all_tied).all] == [
        "round 1, table 1",
        "round 1, table 2",
    ]
