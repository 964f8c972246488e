"""A match gives everybody the same cards and the same places."""

from collections import Counter

import pytest
from hypothesis import strategies as st
from support.schedules import given_without_deadline

from arena.schedule.match import Match

a_table = st.integers(2, 6).flatmap(lambda sides: st.tuples(st.integers(2, sides), st.just(sides)))


def of(entrants: int, sides: int, games: int = 0) -> Match:
    """A match on deals 7, 8, ...; by default of one whole deal."""
    match = Match("a match", tuple(range(10, 10 + entrants)), 7, games, sides)
    return match if games else match._replace(games=len(match.around()))


@given_without_deadline(a_table, st.integers(1, 100))
def test_no_game_is_played_twice(table, games):
    fixtures = list(of(*table, games).fixtures())
    assert len(fixtures) == games
    assert len(set(fixtures)) == games


@given_without_deadline(a_table)
def test_on_a_whole_deal_each_holds_each_side_equally_often(table):
    entrants, sides = table
    held = Counter()
    for fixture in of(entrants, sides).fixtures():
        assert fixture.deal == 7
        held.update(enumerate(fixture.sides))
    assert set(held) == {(side, 10 + one) for side in range(sides) for one in range(entrants)}
    assert len(set(held.values())) == 1


@given_without_deadline(a_table)
def test_after_as_many_games_as_entrants_each_has_held_every_place_equally_often(table):
    entrants, sides = table
    games = min(entrants, len(of(entrants, sides).around()))
    held = Counter()
    for fixture in of(entrants, sides, games).fixtures():
        held.update(fixture.sides)
    assert len(held) == entrants
    assert len(set(held.values())) == 1


@pytest.mark.parametrize(
    "sides, seatings",
    [
        (2, ["01", "10"]),
        (3, ["012", "120", "201", "021", "102", "210"]),
        (4, ["0123", "1230", "2301", "3012"]),
    ],
)
def test_a_full_table_sits_in_all_orders_of_two_or_three_and_turns_with_more(sides, seatings):
    around = Match("a match", tuple(range(sides)), 0, 1).around()
    assert ["".join(map(str, seating)) for seating in around] == seatings


@given_without_deadline(a_table, st.integers(1, 100))
def test_a_match_uses_the_number_of_deals_that_it_says(table, games):
    match = of(*table, games)
    deals = {fixture.deal for fixture in match.fixtures()}
    assert deals == set(range(7, 7 + match.deals))
