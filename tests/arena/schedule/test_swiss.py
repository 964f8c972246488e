"""Swiss: neighbours in the table meet, and nobody twice if it can be avoided."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import strategies as st
from support.schedules import (
    SIZES,
    all_pairings,
    all_tied,
    by_luck,
    by_strength,
    given_without_deadline,
    meetings,
    play,
    seeds_win,
)

from arena.schedule.match import MatchScore
from arena.schedule.swiss import bye, swiss, without_match

sizes = st.sampled_from(SIZES) | st.integers(2, 20)
luck = st.integers(0, 1000)


def pairs_of(matches) -> list[tuple[int, ...]]:
    return [match.entrants for match in matches]


def rests(entrants: int, played) -> Counter:
    rested = Counter(dict.fromkeys(range(entrants), 0))
    for matches in played.matches:
        rested.update(without_match(entrants, matches))
    return rested


@given_without_deadline(sizes, st.integers(1, 9), luck, examples=50)
def test_in_every_round_all_play_once_but_one_of_an_odd_number(entrants, rounds, seed):
    played = play(swiss(entrants, rounds, 4), by_luck(seed))
    assert len(played.matches) == (rounds if entrants > 1 else 0)
    for matches in played.matches:
        playing = [one for match in matches for one in match.entrants]
        assert len(playing) == len(set(playing)) == entrants - entrants % 2
        assert len(without_match(entrants, matches)) == entrants % 2


@pytest.mark.parametrize(
    "entrants, rounds", [(2, 1), (4, 2), (7, 3), (8, 4), (9, 4), (20, 10), (48, 24)]
)
def test_no_two_entrants_meet_twice_in_half_as_many_rounds_as_entrants(entrants, rounds):
    met = meetings(play(swiss(entrants, rounds, 2), by_luck(1)).all)
    assert len(met) == len(set(met)) == rounds * (entrants // 2)


def test_neighbours_in_the_table_meet():
    played = play(swiss(8, 2, 4), all_tied)
    assert pairs_of(played.matches[0]) == [(0, 1), (2, 3), (4, 5), (6, 7)]
    played = play(swiss(8, 3, 4), seeds_win)
    assert pairs_of(played.matches[1]) == [(0, 2), (4, 6), (1, 3), (5, 7)]
    assert pairs_of(played.matches[2]) == [(0, 4), (1, 2), (5, 6), (3, 7)]


def test_of_equal_points_the_better_margin_stands_above():
    margins = {(0, 1): 1.0, (2, 3): 2.0, (4, 5): 4.0, (6, 7): 3.0}

    def judge(match):
        margin = margins.get(match.entrants, 0.0)
        return MatchScore((4.0, 0.0), (margin, -margin))

    played = play(swiss(8, 2, 4), judge)
    assert pairs_of(played.matches[1]) == [(4, 6), (2, 0), (1, 3), (7, 5)]


@given_without_deadline(st.sampled_from([3, 5, 7, 9, 63]), st.integers(1, 12), luck, examples=50)
def test_no_entrant_has_a_second_bye_before_all_have_had_one(entrants, rounds, seed):
    rested = rests(entrants, play(swiss(entrants, rounds, 4), by_luck(seed)))
    assert sum(rested.values()) == rounds
    assert max(rested.values()) - min(rested.values()) <= 1


def test_the_lowest_has_the_bye_and_then_the_lowest_that_has_had_none():
    played = play(swiss(7, 3, 4), seeds_win)
    # The bye in round 1 lifts 6 to the top of the table, and round 2 has another lowest.
    assert [without_match(7, matches) for matches in played.matches] == [[6], [5], [3]]


def test_a_bye_counts_as_a_won_match():
    played = play(swiss(3, 2, 4), all_tied)
    assert without_match(3, played.matches[0]) == [2]
    assert bye(4) == MatchScore((4.0,), (0.0,))
    # Before 2, who has 4 points now, the others have 2 each: it is first, and meets 0.
    assert pairs_of(played.matches[1]) == [(2, 0)]


@pytest.mark.parametrize("n", [5, 6, 7])
@pytest.mark.parametrize("seed", range(8))
def test_there_are_as_few_rematches_as_possible(n, seed):
    played = play(swiss(n, n + 1, 4), by_luck(seed))
    times = Counter(dict.fromkeys(map(frozenset, combinations(range(n), 2)), 0))
    rested = Counter(dict.fromkeys(range(n), 0))
    for matches in played.matches:
        met = {pair for pair in times if times[pair] > min(times.values())}
        to_rest = [one for one in range(n) if rested[one] == min(rested.values())]
        fewest = min(
            len(met & set(map(frozenset, pairs)))
            for one in (to_rest if n % 2 else [None])
            for pairs in all_pairings([other for other in range(n) if other != one])
        )
        assert len(met & set(meetings(matches))) == fewest
        times.update(meetings(matches))
        rested.update(without_match(n, matches))


@given_without_deadline(st.sampled_from([2, 4]), luck, examples=30)
def test_when_all_have_met_the_pairings_begin_again(entrants, seed):
    played = play(swiss(entrants, 4 * (entrants - 1), 4), by_luck(seed))
    once = set(map(frozenset, combinations(range(entrants), 2)))
    for start in range(0, len(played.matches), entrants - 1):
        met = meetings(sum(played.matches[start : start + entrants - 1], []))
        assert len(met) == len(once)
        assert set(met) == once


def test_a_rematch_is_played_on_other_deals():
    played = play(swiss(2, 3, 4), all_tied)
    assert [{f.deal for f in match.fixtures()} for match in played.all] == [{0, 1}, {2, 3}, {4, 5}]


def test_a_thousand_entrants_are_sorted_by_nine_rounds_and_no_two_meet_twice():
    played = play(swiss(1000, 9, 2), by_strength(lambda entrant: entrant * 617 % 1000))
    won = Counter()
    for match, score in played.by_match.items():
        won.update(dict(zip(match.entrants, score.credit, strict=True)))
    best = max(range(1000), key=lambda entrant: entrant * 617 % 1000)
    assert won[best] == 18
    assert sum(points == 18 for points in won.values()) <= 2  # 1,000 halved nine times
    assert len(set(meetings(played.all))) == 9 * 500


def test_an_entrant_that_takes_no_part_gets_nothing_for_its_rest():
    with_points = play(swiss(5, 2, 4), all_tied)
    without = play(swiss(5, 2, 4, lambda one, number: one == 4), all_tied)
    assert meetings(with_points.matches[1]) == [frozenset({4, 0}), frozenset({1, 2})]
    assert meetings(without.matches[1]) == [frozenset({0, 2}), frozenset({1, 4})]
