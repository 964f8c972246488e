"""Schedules are fair: every bot plays the same cards."""

from collections import Counter, defaultdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.schedule.fixtures import Fixture, all_pairs, around, match

a_match = st.tuples(st.integers(2, 6), st.integers(1, 60))  # sides, games


@given(a_match)
def test_a_match_has_as_many_games_as_asked_for(given_):
    sides, games = given_
    assert len(list(match(range(sides), sides, games))) == games


@given(a_match)
def test_in_every_whole_deal_each_bot_holds_each_side_equally_often(given_):
    sides, games = given_
    by_deal = defaultdict(list)
    for fixture in match(range(sides), sides, games):
        by_deal[fixture.deal].append(fixture.sides)
    whole = len(around(range(sides), sides))
    for deal in range(games // whole):
        assert len(by_deal[deal]) == whole
        for side in range(sides):
            held = Counter(seated[side] for seated in by_deal[deal])
            assert held == dict.fromkeys(range(sides), whole // sides)


@pytest.mark.parametrize("bots, sides", [(2, 3), (2, 4), (3, 4), (2, 5)])
def test_bots_that_are_fewer_than_the_sides_hold_the_same_number_of_sides(bots, sides):
    places = Counter(bot for seated in around(range(bots), sides) for bot in seated)
    assert len(set(places.values())) == 1


@given(a_match)
def test_no_fixture_is_played_twice(given_):
    sides, games = given_
    fixtures = list(match(range(sides), sides, games))
    assert len(set(fixtures)) == games


def test_of_an_odd_number_of_games_the_first_bot_has_one_more_start():
    fixtures = list(match((0, 1), 2, 3))
    assert fixtures == [Fixture(0, (0, 1)), Fixture(0, (1, 0)), Fixture(1, (0, 1))]


@given(st.integers(2, 7).flatmap(lambda sides: st.tuples(st.integers(1, sides), st.just(sides))))
def test_fewer_bots_than_sides_sit_in_turn_and_all_places_are_held(given_):
    bots, sides = given_
    fixtures = list(match(range(bots), sides, sides))
    for fixture in fixtures:
        assert set(fixture.sides) == set(range(bots))
    for side in range(sides):
        assert {fixture.sides[side] for fixture in fixtures} == set(range(bots))


@given(st.integers(2, 6), st.integers(1, 9))
def test_in_a_league_every_two_bots_meet_equally_often(bots, games):
    met = Counter(frozenset(fixture.sides) for fixture in all_pairs(bots, 2, games))
    assert len(met) == bots * (bots - 1) // 2
    assert set(met.values()) == {games}


@given(st.integers(2, 6), st.integers(1, 9))
def test_in_a_league_all_pairs_play_the_same_deals(bots, games):
    deals = defaultdict(list)
    for fixture in all_pairs(bots, 2, games):
        deals[frozenset(fixture.sides)].append(fixture.deal)
    assert len({tuple(each) for each in deals.values()}) == 1


def test_a_long_schedule_is_begun_without_being_written_out():
    assert next(iter(all_pairs(1000, 2, 10**12))) == Fixture(0, (0, 1))


@pytest.mark.parametrize("games", [1, 2, 7])
def test_the_same_deals_are_dealt_with_the_sides_changed(play, games):
    records = play("osla", "random", games=games)
    for one, other in zip(records[::2], records[1::2], strict=False):
        assert one.deal == other.deal
        assert one.seats == [0, 1, 0, 1]
        assert other.seats == [1, 0, 1, 0]
    assert len({str(record.deal) for record in records}) == (games + 1) // 2
