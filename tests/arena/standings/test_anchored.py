"""Ratings against bots whose ratings are known."""

import random

import pytest
from support.results import game

from arena.standings.anchored import anchored_rating, expected_credit
from arena.standings.games import CountedGames


def season(rating: float, known: dict[str, float], deals: int, seed: int) -> CountedGames:
    """Games of "me", who wins as often as the Elo model says; each deal in both seatings."""
    dice = random.Random(seed)
    games = CountedGames()
    for deal in range(deals):
        for other, strength in known.items():
            for seated in (f"me {other}", f"{other} me"):
                wins = dice.random() < 1 / (1 + 10 ** ((strength - rating) / 400))
                first = seated.startswith("me")
                games.add(game(seated, (0, 1) if wins == first else (1, 0), deal=deal))
    return games


KNOWN = {"weak": 1000.0, "middle": 1200.0, "strong": 1400.0}


def test_the_rating_is_found_with_its_interval():
    """In 40 seasons, the 95 % interval leaves out the truth twice on average."""
    missed = 0
    for seed in range(40):
        result = anchored_rating(season(1250, KNOWN, 30, seed), "me", KNOWN)
        missed += not result.low <= 1250 <= result.high
        assert abs(result.rating - 1250) < 200
    assert missed <= 6


def test_more_games_make_the_interval_shorter():
    few, many = (anchored_rating(season(1250, KNOWN, n, 1), "me", KNOWN) for n in (10, 160))
    assert many.high - many.low < (few.high - few.low) / 2.5


def test_a_bot_that_has_won_everything_has_a_finite_rating_and_a_wide_interval():
    games = CountedGames()
    for deal in range(10):
        games.add(game("me strong", deal=deal))
        games.add(game("strong me", (1, 0), deal=deal))
    result = anchored_rating(games, "me", KNOWN)
    assert 1600 < result.rating < 2500
    assert result.high - result.low > 300


def test_the_same_games_show_a_higher_rating_against_stronger_bots():
    games = season(1250, KNOWN, 20, 1)
    here = anchored_rating(games, "me", KNOWN)
    there = anchored_rating(games, "me", {name: value + 100 for name, value in KNOWN.items()})
    assert there.rating - here.rating == pytest.approx(100, abs=1e-6)


def test_a_bot_that_has_not_played_has_no_rating():
    assert anchored_rating(season(1250, KNOWN, 1, 1), "you", KNOWN) is None


def test_the_expected_credit_is_a_fair_share_among_equals():
    assert expected_credit(1000, 1000, 1, 2) == 0.5
    assert expected_credit(1000, 1000, 2, 3) == pytest.approx(1 / 3)
    assert expected_credit(1400, 1000, 1, 2) == pytest.approx(10 / 11)
    assert 2 * expected_credit(1400, 1000, 2, 4) == pytest.approx(10 / 11)
