"""Intervals have their known values."""

from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.standings.interval import Z95, Z99, student, wilson


@pytest.mark.parametrize(
    "wins, games, low, high",
    [  # R: prop.test(wins, games, correct = FALSE)$conf.int
        (50, 100, 0.4038315, 0.5961685),
        (61, 100, 0.5120302, 0.6998313),
        (0, 10, 0.0, 0.2775328),
        (10, 10, 0.7224672, 1.0),
        (1, 1, 0.2065493, 1.0),
    ],
)
def test_wilsons_interval_has_its_known_values(wins, games, low, high):
    assert wilson(wins / games, games) == pytest.approx((low, high), abs=1e-6)


@given(st.integers(2, 500).flatmap(lambda n: st.tuples(st.integers(1, n - 1), st.just(n))))
def test_at_the_ends_of_the_interval_the_observed_share_has_the_agreed_probability(counts):
    wins, games = counts
    for end in wilson(wins / games, games):
        deviation = abs(wins / games - end) / sqrt(end * (1 - end) / games)
        assert deviation == pytest.approx(1.959964, rel=1e-6)


def test_without_games_nothing_is_known():
    assert wilson(0.0, 0) == (0.0, 1.0)


@given(st.integers(1, 5000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_the_interval_holds_the_share_and_stays_within_0_and_1(counts):
    wins, games = counts
    low, high = wilson(wins / games, games)
    assert 0 <= low <= wins / games + 1e-12
    assert wins / games - 1e-12 <= high <= 1
    assert low < high


@pytest.mark.parametrize(
    "freedom, reach",
    [  # R: qt(0.975, df)
        (1, 12.70620),
        (2, 4.302653),
        (3, 3.182446),
        (4, 2.776445),
        (9, 2.262157),
        (10, 2.228139),
        (11, 2.200985),
        (30, 2.042272),
        (100, 1.983972),
        (101, 1.983731),
        (10**6, 1.959966),
    ],
)
def test_students_t_has_its_known_values(freedom, reach):
    assert student(freedom) == pytest.approx(reach, abs=1e-5)


@pytest.mark.parametrize(
    "freedom, reach",
    [  # R: qt(0.995, df)
        (1, 63.65674),
        (2, 9.924843),
        (3, 5.840909),
        (9, 3.249836),
        (10, 3.169273),
        (29, 2.756386),
        (99, 2.626405),
        (120, 2.617421),
        (10**6, 2.575834),
    ],
)
def test_students_t_of_99_percent_has_its_known_values(freedom, reach):
    assert student(freedom, Z99) == pytest.approx(reach, rel=1e-6)


def test_more_deals_never_widen_an_interval():
    for z in (Z95, Z99):
        reaches = [student(freedom, z) for freedom in range(1, 300)]
        assert reaches == sorted(reaches, reverse=True)


def test_one_observation_has_no_spread():
    with pytest.raises(ValueError, match="at least two"):
        student(0)
