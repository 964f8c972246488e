"""Sequential tests: the ratio is right, and wrong answers are as rare as promised."""

import random
from collections import Counter
from itertools import product
from math import log

import pytest
from support.cases import case

from arena.standings.sequential import (
    GRID,
    SMALL,
    Comparison,
    SequentialTest,
    expected_score,
    log_likelihood_ratio,
)


def best_by_search(counts: dict[float, float], mean: float) -> float:
    """The highest log-likelihood of a distribution on GRID with this mean, found by trying.

    Three of the five probabilities are free. A grid around the best point becomes finer and finer.
    """

    def likelihood(free: tuple[float, ...]) -> float:
        one, two, three = free  # the probabilities of 0.25, 0.5 and 0.75
        four = mean - one / 4 - two / 2 - 3 * three / 4
        zero = 1 - one - two - three - four
        if min(zero, one, two, three, four) <= 0:
            return -float("inf")
        every = (zero, one, two, three, four)
        return sum(counts[score] * log(p) for score, p in zip(GRID, every, strict=True))

    best, step = (0.2, 0.2, 0.2), 0.1
    while step > 1e-7:
        near = product(*((value - step, value, value + step) for value in best))
        better = max(near, key=likelihood)
        if better == best:
            step /= 2
        best = better
    return likelihood(best)


def test_the_ratio_is_that_of_a_direct_search_for_the_best_distributions():
    for numbers in ((20, 30, 60, 40, 25), (1, 0, 9, 4, 30), (5, 10, 0, 10, 5)):
        scores = dict(zip(GRID, numbers, strict=True))
        counts = {score: number + SMALL for score, number in scores.items()}
        for elo0, elo1 in ((0, 30), (-20, 100)):
            with case(f"{numbers}, {elo0} to {elo1}"):
                slow = best_by_search(counts, expected_score(elo1)) - best_by_search(
                    counts, expected_score(elo0)
                )
                fast = log_likelihood_ratio(scores, elo0, elo1)
                assert fast == pytest.approx(slow, abs=1e-3)


def test_with_many_deals_the_ratio_is_that_of_the_normal_approximation():
    """Games of two chess engines as published, and the formula that chess testers quote."""
    numbers = (398, 4112, 7672, 4336, 430)
    deals = sum(numbers)
    mean = sum(n * score for n, score in zip(numbers, GRID, strict=True)) / deals
    spread = sum(n * (score - mean) ** 2 for n, score in zip(numbers, GRID, strict=True)) / deals
    s0, s1 = expected_score(0), expected_score(3)
    normal = deals * (s1 - s0) * (2 * mean - s0 - s1) / (2 * spread)
    exact = log_likelihood_ratio(dict(zip(GRID, numbers, strict=True)), 0, 3)
    assert exact == pytest.approx(normal, rel=1e-3)


def test_scores_of_games_with_more_sides_count_too():
    """In a game of three sides, a deal can give a third of the credit."""
    assert log_likelihood_ratio({1 / 3: 10, 2 / 3: 40}, 0, 50) > 0
    assert log_likelihood_ratio({1 / 3: 40, 2 / 3: 10}, 0, 50) < 0


def shares(mean: float) -> list[float]:
    """The chances of the scores of a deal. Luck decides much, as at cards."""
    even = (0.15, 0.2, 0.3, 0.2, 0.15)
    spread = sum(share * (score - 0.5) ** 2 for share, score in zip(even, GRID, strict=True))
    tilt = (mean - 0.5) / spread
    return [share * (1 + tilt * (score - 0.5)) for share, score in zip(even, GRID, strict=True)]


def decisions(rule, elo: float, times: int, seed: int) -> Counter[str]:
    """What the rule decides when the first bot is this much stronger, so many times."""
    dice = random.Random(seed)
    weights = shares(expected_score(elo))
    result: Counter[str] = Counter()
    for _ in range(times):
        test = rule()
        while not test.decision:
            test.add(dice.choices(GRID, weights)[0])
        result[test.decision] += 1
    return result


def test_the_simulated_bots_have_the_strength_that_they_should_have():
    for elo in (0, 50, 100):
        mean = sum(p * score for p, score in zip(shares(expected_score(elo)), GRID, strict=True))
        assert mean == pytest.approx(expected_score(elo))


def test_a_test_is_wrong_about_as_rarely_as_it_promises():
    """60 tests: with a chance of 10 %, 14 wrong ones or more come once in 600 times."""
    kept = decisions(lambda: SequentialTest(0, 150, 0.1, 0.1), 0, 60, seed=1)
    assert kept["H1"] < 14
    result = decisions(lambda: SequentialTest(0, 150, 0.1, 0.1), 150, 60, seed=2)
    assert result["H0"] < 14
    assert kept["H0"] > 0
    assert result["H1"] > 0


def test_a_comparison_rarely_calls_one_of_two_equal_bots_better():
    result = decisions(lambda: Comparison(150, 0.1, 0.1), 0, 60, seed=3)
    assert result["first"] + result["second"] < 14
    assert result["equal"] > 45


def test_a_comparison_finds_the_better_bot_in_both_directions():
    assert decisions(lambda: Comparison(150), 150, 30, seed=4)["first"] > 25
    assert decisions(lambda: Comparison(150), -150, 30, seed=5)["second"] > 25


def test_a_clear_match_is_decided_sooner_than_a_close_one():
    def deals(*scores: float) -> int:
        test, number = Comparison(30), 0
        while not test.decision:
            test.add(scores[number % len(scores)])
            number += 1
        return number

    assert deals(1.0) < deals(1.0, 0.0, 0.5, 0.75)
    assert deals(0.0) == deals(1.0)


def test_a_decision_stays():
    test = SequentialTest(0, 100)
    while not test.decision:
        test.add(1.0)
    for _ in range(500):
        test.add(0.0)
    assert test.decision == "H1"
    assert test.bounds == pytest.approx((-2.944, 2.944), abs=1e-3)
