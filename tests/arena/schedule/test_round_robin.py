"""Round robin: everybody meets everybody."""

from collections import Counter, defaultdict
from itertools import combinations

import pytest
from hypothesis import strategies as st
from support.schedules import SIZES, all_tied, given_without_deadline, meetings, play

from arena.schedule.round_robin import groups, round_robin

sizes = st.sampled_from(SIZES) | st.integers(2, 30)


def matches(entrants: int, sides: int, games: int = 4):
    return play(round_robin(entrants, sides, games), all_tied).all


@given_without_deadline(sizes)
def test_every_two_meet_once(entrants):
    assert Counter(meetings(matches(entrants, 2))) == Counter(
        map(frozenset, combinations(range(entrants), 2))
    )


@given_without_deadline(sizes)
def test_in_every_round_all_play_once_but_one_of_an_odd_number(entrants):
    rounds = defaultdict(list)
    for match in matches(entrants, 2):
        rounds[match.label].extend(match.entrants)
    assert len(rounds) == (entrants - 1 + entrants % 2 if entrants > 1 else 0)
    for playing in rounds.values():
        assert len(playing) == len(set(playing)) == entrants - entrants % 2


def test_the_rounds_come_one_after_the_other():
    labels = list(dict.fromkeys(match.label for match in matches(5, 2)))
    assert labels == ["round 1", "round 2", "round 3", "round 4", "round 5"]
    assert [match.label for match in matches(5, 2)] == sorted(m.label for m in matches(5, 2))


@given_without_deadline(st.integers(1, 12), st.integers(3, 5))
def test_every_group_that_fills_a_table_meets_once(entrants, sides):
    expected = combinations(range(entrants), min(sides, entrants)) if entrants > 1 else ()
    assert Counter(meetings(matches(entrants, sides))) == Counter(map(frozenset, expected))


@given_without_deadline(st.integers(1, 12), st.integers(2, 5))
def test_groups_says_how_many_matches_it_takes(entrants, sides):
    assert groups(entrants, sides) == len(matches(entrants, sides))


@pytest.mark.parametrize("entrants, sides, count", [(64, 2, 2016), (23, 3, 1771), (24, 3, 2024)])
def test_how_many_groups_there_are_is_known_without_writing_them_down(entrants, sides, count):
    assert groups(entrants, sides) == count


@given_without_deadline(st.integers(6, 12), st.integers(3, 5))
def test_in_the_first_groups_all_play_equally_often(entrants, sides):
    early = matches(entrants, sides)[:entrants]
    played = Counter(one for match in early for one in match.entrants)
    assert played == dict.fromkeys(range(entrants), sides)


def test_entrants_that_are_fewer_than_the_sides_share_one_table():
    (match,) = matches(3, 4, games=12)
    assert match.entrants == (0, 1, 2)
    held = Counter(side for fixture in match.fixtures() for side in fixture.sides)
    assert held == {0: 16, 1: 16, 2: 16}


@given_without_deadline(st.integers(2, 9), st.integers(2, 4))
def test_all_play_the_same_deals(entrants, sides):
    deals = {tuple(f.deal for f in match.fixtures()) for match in matches(entrants, sides, 24)}
    assert len(deals) == 1


@pytest.mark.parametrize("sides", [2, 3, 4])
def test_all_can_be_played_at_once(sides):
    assert len(play(round_robin(7, sides, 4), all_tied).matches) == 1
