"""Pairs are made exactly as the rule says, compared with trying everything."""

from itertools import combinations

import pytest
from hypothesis import strategies as st
from support.schedules import all_pairings, given_without_deadline

from arena.schedule.pairing import least_rematches, nearest


@st.composite
def tables(draw):
    """An even number of players in some order, and the pairs that have met: many, few or all."""
    players = range(2 * draw(st.integers(1, 4)))
    pairs = list(combinations(players, 2))
    met = {one: set() for one in players}
    for one, other in draw(st.lists(st.sampled_from(pairs), unique=True)):
        met[one].add(other)
        met[other].add(one)
    if draw(st.booleans()):  # few can still meet
        met = {one: set(players) - {one} - others for one, others in met.items()}
    return draw(st.permutations(players)), met


def rematches(pairs, met) -> int:
    return sum(other in met[one] for one, other in pairs)


@pytest.mark.slow
@given_without_deadline(tables(), examples=150)
def test_each_meets_the_nearest_that_leaves_no_more_rematches_than_must_be(table):
    order, met = table
    fewest = min(rematches(pairs, met) for pairs in all_pairings(order))
    expected = next(p for p in all_pairings(order) if rematches(p, met) == fewest)
    assert nearest(order, met) == expected
    assert least_rematches(order, met) == fewest


def test_all_are_paired_even_if_odd_cycles_share_players():
    new = (
        "0-3 0-9 1-3 1-7 1-10 1-11 2-13 3-4 3-6 3-9 4-5 4-7 4-9 4-13 "
        "5-6 5-7 6-8 6-10 6-12 7-9 8-12 9-12"
    )
    met = {one: set(range(14)) for one in range(14)}
    for pair in new.split():
        one, other = map(int, pair.split("-"))
        met[one].remove(other)
        met[other].remove(one)
    assert least_rematches(range(14), met) == 0
    assert rematches(nearest(range(14), met), met) == 0
