"""Margins by the deal, and how many games duplicate deals save."""

from statistics import mean, variance

import numpy as np
import pytest
from support.results import duplicate_season, game

from arena.replay.result import Result, credit
from arena.standings.duplicate import UNMEASURED, Measured, credit_of_games, of_bots, of_pairs
from arena.standings.scorebook import Scorebook

PAIRED = [  # by deal: both seatings, points of ana and of eva
    (0, "ana eva", (70, 50)),
    (0, "eva ana", (66, 54)),
    (1, "ana eva", (90, 30)),
    (1, "eva ana", (80, 40)),
    (2, "ana eva", (61, 59)),
    (2, "eva ana", (55, 65)),
]


def results(rows) -> list[Result]:
    return [
        game(who, (0, 1) if scores[0] > scores[1] else (1, 0), scores, deal)
        for deal, who, scores in rows
    ]


def book(played) -> Scorebook:
    return Scorebook([], played)


def ana() -> Measured:
    return of_bots(book(results(PAIRED)).games)["ana"]


def test_the_margin_of_a_match_is_its_mean_over_deals_with_students_interval():
    by_deal = [(20 - 12) / 2, (60 - 40) / 2, (2 + 10) / 2]
    error = (variance(by_deal) / 3) ** 0.5
    margin = ana().margin
    assert margin.mean == pytest.approx(mean(by_deal))
    assert margin.low == pytest.approx(mean(by_deal) - 4.302653 * error)
    assert margin.high == pytest.approx(mean(by_deal) + 4.302653 * error)


def test_opponents_on_common_deals_do_not_make_more_deals_of_them():
    """Two opponents with the same three deals: two degrees of freedom, not four."""
    other = [(deal, who.replace("eva", "uma"), scores) for deal, who, scores in PAIRED]
    margin = of_bots(book(results(PAIRED + other)).games)["ana"].margin
    assert (margin.low, margin.high) == pytest.approx((ana().margin.low, ana().margin.high))


def test_the_saving_compares_the_variance_with_that_of_independent_games():
    by_game, by_deal = [20, -12, 60, -40, 2, 10], [4, 10, 6]
    margin = ana().margin
    assert margin.saving == pytest.approx((variance(by_game) / 6) / (variance(by_deal) / 3))
    assert margin.saving > 1


def test_the_saving_on_wins_is_measured_in_the_same_way():
    by_game, by_deal = [1, 0, 1, 0, 1, 1], [0.5, 0.5, 1]
    result = ana().credit
    assert result.saving == pytest.approx((variance(by_game) / 6) / (variance(by_deal) / 3))


def test_a_pair_is_measured_like_a_match_of_its_own():
    other = [(deal, who.replace("eva", "uma"), (100, 20)) for deal, who, _ in PAIRED]
    by_pair = of_pairs(book(results(PAIRED + other)).games)
    assert by_pair["ana", "eva"].margin == ana().margin
    assert by_pair["eva", "ana"].margin.mean == -ana().margin.mean
    assert ("eva", "uma") not in by_pair


def test_the_difference_between_opponents_is_not_luck_that_was_saved():
    """Two opponents, one weak and one strong: their difference must not look like a saving."""
    season = duplicate_season([0, -50, 50], deals=200, seed=3, luck=0.0)
    result = of_bots(book(season).games)["bot0"]
    assert result.margin.saving == pytest.approx(1, abs=0.3)
    assert result.margin.high - result.margin.low < 1


def test_playing_deals_twice_saves_much_if_luck_is_large_and_nothing_without_luck():
    lucky = of_bots(book(duplicate_season([0, 0], 300, seed=1, luck=2.0)).games)["bot0"]
    fair = of_bots(book(duplicate_season([0, 0], 300, seed=1, luck=0.0)).games)["bot0"]
    assert lucky.margin.saving > 3
    assert 0.8 < fair.margin.saving < 1.25


def test_the_order_of_the_games_does_not_change_the_last_digit():
    season = duplicate_season([0.3, 0.2, 0.1], deals=20, seed=8)
    assert of_bots(book(season).games) == of_bots(book(season[::-1]).games)
    assert of_pairs(book(season).games) == of_pairs(book(season[::-1]).games)


def test_one_deal_gives_a_mean_without_an_interval():
    margin = of_bots(book(results(PAIRED[:2])).games)["ana"].margin
    assert margin.mean == 4
    assert (margin.low, margin.high, margin.saving) == (None, None, None)


def test_there_is_no_saving_if_all_luck_cancels_out():
    rows = [(deal, who, (80, 40)) for deal in range(5) for who in ("ana eva", "eva ana")]
    margin = of_bots(book(results(rows)).games)["ana"].margin
    assert (margin.mean, margin.low, margin.high, margin.saving) == (0, 0, 0, None)


def test_the_edge_compares_bots_that_held_the_same_side_of_the_same_deal():
    played = [
        game("a b c", (0, 1, 2), (30, 20, 10), deal=4),
        game("b c a", (0, 1, 2), (60, 0, 0), deal=4),
        game("c a b", (0, 1, 2), (90, 10, 20), deal=4),
        game("a b c", (0, 1, 2), (5, 5, 5), deal=5),
    ]
    by_bot = of_bots(book(played).games)
    # On deal 4 the sides' averages are 60, 10 and 10; on deal 5 nobody else held a side.
    assert by_bot["a"].edge.mean == pytest.approx((-30 - 10 + 0 + 0) / 4)
    assert by_bot["b"].edge.mean == pytest.approx((10 + 0 + 10 + 0) / 4)
    assert by_bot["c"].edge.mean == pytest.approx((0 - 10 + 30 + 0) / 4)


def test_the_edge_of_a_bot_does_not_include_the_advantage_of_its_side():
    played = [
        game("a b", scores=(80, 40)),
        game("c d", scores=(70, 50)),
        game("e b", scores=(75, 45)),
    ]
    by_bot = of_bots(book(played).games)
    assert {name: by_bot[name].edge.mean for name in "abcde"} == pytest.approx(
        {"a": 5, "b": -2.5, "c": -5, "d": 5, "e": 0}
    )


def test_a_bot_that_meets_only_itself_has_no_pair():
    played = results([(0, "ana ana", (70, 50)), (1, "ana ana", (60, 60))])
    assert of_pairs(book(played).games) == {}
    assert of_bots(book(played).games)["ana"].margin.mean == 0


def test_without_games_there_are_no_means():
    assert of_bots(book([]).games) == {}
    assert of_pairs(book([]).games) == {}
    assert UNMEASURED.margin.mean is None


@pytest.mark.slow
def test_nineteen_of_twenty_intervals_hold_the_true_margin():
    """In 400 seasons of a fixed seed; by chance the count would lie between 366 and 392."""
    held = 0
    for seed in range(400):
        season = duplicate_season([0.5, 0.0, -0.5], deals=12, seed=seed)
        margin = of_bots(book(season).games)["bot0"].margin
        held += margin.low <= 0.75 <= margin.high
    assert 366 <= held <= 392


def test_the_credit_of_many_games_at_once_is_the_credit_of_each():
    ranks = [(0, 1, 2), (0, 0, 2), (0, 0, 0), (2, 1, 0), (1, 0, 1)]
    for row, one in zip(credit_of_games(np.array(ranks)), ranks, strict=True):
        assert tuple(row) == pytest.approx(credit(one))


def test_the_means_do_not_depend_on_how_many_rows_are_worked_on_at_a_time(monkeypatch):
    games = book(duplicate_season([3.0, 1.0, 0.0, -2.0], 20, seed=3)).games
    whole = of_bots(games), of_pairs(games)
    for rows in (1, 100, 250):
        monkeypatch.setattr("arena.standings.duplicate.PART", rows)
        assert (of_bots(games), of_pairs(games)) == whole
