"""Ratings agree with a slow reference, do not depend on the order, and have correct intervals."""

from math import log

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import plackett_luce as slow
from support.results import game, logistic_season

from arena.replay.result import Result
from arena.standings.games import CountedGames
from arena.standings.rating import Ratings
from arena.standings.scorebook import Scorebook

NAMES = "abcde"


def ratings(results, **given) -> Ratings:
    return Ratings(Scorebook([], results).games, **given)


def rated(results) -> dict[str, float]:
    names = {name for result in results for name in result.who}
    fitted = ratings(results, draws=1)
    return {name: fitted.rating(name) for name in sorted(names)}


def elo(strength: float) -> float:
    return 1500 + strength * 400 / log(10)


@st.composite
def results(draw, most=12, sides=(2, 3, 4)) -> list[Result]:
    """Games of a few bots, many of them with ties."""
    played = []
    for _ in range(draw(st.integers(1, most))):
        count = draw(st.sampled_from(sides))
        who = draw(st.permutations(NAMES))[:count]
        ranks = draw(st.lists(st.integers(0, count - 1), min_size=count, max_size=count))
        ranks = [sum(other < rank for other in ranks) for rank in ranks]
        played.append(game(" ".join(who), ranks, deal=draw(st.integers(0, 4))))
    return played


@settings(max_examples=15, deadline=None)
@given(results(most=6, sides=(2, 3)))
@pytest.mark.slow
def test_they_are_those_of_the_slow_reference(played):
    expected = slow.fit(played)
    for name, rating in rated(played).items():
        assert rating == pytest.approx(elo(expected[name]), abs=0.05)


@pytest.mark.parametrize("ranks", [(0, 0, 0, 0), (0, 1, 1, 1)])
@pytest.mark.slow
def test_ties_of_many_are_those_of_the_slow_reference(ranks):
    played = [game("a b c d", ranks), game("a b c d"), game("d c e a", (0, 0, 2, 2))]
    expected = slow.fit(played)
    for name, rating in rated(played).items():
        assert rating == pytest.approx(elo(expected[name]), abs=0.05)


def test_two_bots_are_rated_by_the_odds_of_their_wins_and_the_imaginary_game():
    """Three wins of four: strengths x and -x solve 4 (3/4 - p(2x)) = p(x) - 1/2."""
    low, high = 0.0, 5.0
    for _ in range(60):
        x = (low + high) / 2
        chance, imaginary = 1 / (1 + 2.718281828459045 ** (-2 * x)), 1 / (1 + 2.718281828459045**-x)
        low, high = (x, high) if 4 * (0.75 - chance) > imaginary - 0.5 else (low, x)
    assert rated([game("a b")] * 3 + [game("b a")]) == pytest.approx(
        {"a": elo(low), "b": elo(-low)}, abs=1e-4
    )


@settings(max_examples=25, deadline=None)
@given(results(), st.randoms(use_true_random=False))
def test_the_order_of_the_games_does_not_matter(played, dice):
    shuffled = played[:]
    dice.shuffle(shuffled)
    one, other = (ratings(games, draws=100) for games in (played, shuffled))
    assert one.among(NAMES) == other.among(NAMES)
    assert one.chance_above("a", "b") == other.chance_above("a", "b")


@settings(deadline=None)
@given(results(), st.permutations(NAMES))
def test_other_names_have_the_same_ratings(played, names):
    called = dict(zip(NAMES, names, strict=True))
    renamed = [game(" ".join(called[n] for n in r.who), r.ranks, deal=r.deal) for r in played]
    before, after = rated(played), rated(renamed)
    assert {called[name]: rating for name, rating in before.items()} == pytest.approx(after)


@pytest.mark.parametrize("games", [1, 100, 10_000])
def test_a_bot_that_never_lost_has_a_finite_rating(games):
    answer = rated([game("a b")] * games)
    assert 1500 < answer["a"] < 1500 + 400 * (4 + 1)
    assert answer["a"] - 1500 == pytest.approx(1500 - answer["b"])


def test_groups_that_never_met_are_rated_around_the_same_middle():
    answer = rated([game("a b"), game("c d")])
    assert answer["a"] == answer["c"] > 1500 > answer["b"] == answer["d"]


@settings(deadline=None)
@given(results(sides=(2,)), st.permutations(NAMES))
def test_one_more_win_never_lowers_a_rating_and_one_more_loss_never_raises_it(played, names):
    winner, loser, *_ = names
    tie = [game(f"{winner} {loser}", (0, 0), deal=9)]  # so that both are there before
    before = rated(played + tie)
    after = rated([*played, *tie, game(f"{winner} {loser}")])
    assert after[winner] > before[winner]
    assert after[loser] < before[loser]


def test_in_a_league_of_all_against_all_the_ratings_have_the_order_of_the_credit():
    played = logistic_season([1.0, 0.5, 0.0, -0.5, -1.0], deals=30, seed=4)
    played += [game(f"bot{one} bot{other}", (0, 0)) for one in range(5) for other in range(one)]
    book = Scorebook([], played)
    credit = {name: line.credit for name, line in book.lines.items()}
    assert len(set(credit.values())) == 5
    answer = [rating.name for rating in Ratings(book.games).among(list(credit))]
    assert answer == sorted(credit, key=lambda name: -credit[name])


def test_a_season_drawn_again_gives_the_same_bytes():
    played = logistic_season([1.0, 0.0, -1.0], deals=20, seed=2)
    assert ratings(played).among(["bot0", "bot1", "bot2"]) == ratings(played).among(
        ["bot0", "bot1", "bot2"]
    )


def test_all_games_of_a_deal_are_drawn_together():
    """A thousand games that are copies of ten deals are no surer than the ten deals."""
    deals = [game("a b" if deal % 3 else "b a", deal=deal) for deal in range(10)]
    few, many = (ratings(deals * copies).among(["a", "b"])[0] for copies in (10, 100))
    own = ratings([game("a b" if i % 3 else "b a", deal=i) for i in range(1000)]).among(["a"])[0]
    assert many.high - many.low == pytest.approx(few.high - few.low, rel=0.1)
    assert own.high - own.low < (many.high - many.low) / 4


def test_equal_bots_are_above_each_other_half_the_time_and_a_better_one_nearly_always():
    played = logistic_season([2.0, 0.0, 0.0], deals=60, seed=5)
    answer = ratings(played)
    assert answer.chance_above("bot0", "bot1") > 0.99
    assert 0.01 < answer.chance_above("bot1", "bot2") < 0.99
    both = answer.chance_above("bot1", "bot2") + answer.chance_above("bot2", "bot1")
    assert both == pytest.approx(1)
    assert answer.chance_above("bot1", "bot1") == 0.5


def test_ranks_count_only_the_named_bots():
    played = logistic_season([3.0, 1.0, -1.0, -3.0], deals=40, seed=6)
    answer = ratings(played).among(["bot1", "bot3", "nobody"])
    assert [(each.name, each.best, each.worst) for each in answer] == [
        ("bot1", 1, 1),
        ("bot3", 2, 2),
    ]


def test_one_deal_gives_no_interval_of_a_rating():
    (told,) = ratings([game("a b")] * 5).among(["a"])
    assert told.rating > 1500
    assert (told.low, told.high, told.best, told.worst) == (None, None, None, None)
    assert ratings([game("a b")]).chance_above("a", "b") is None


def test_without_games_there_are_no_ratings():
    assert ratings([]).among(["a"]) == []
    assert ratings([]).rating("a") is None


@pytest.mark.slow
def test_one_step_from_the_full_fit_is_close_to_fitting_again():
    """Compares the spread over newly played seasons with the interval from one season."""
    strengths = [0.8, 0.0, -0.8]
    seasons = [logistic_season(strengths, deals=60, seed=seed) for seed in range(120)]
    answer = sorted(ratings(season, draws=1).rating("bot0") for season in seasons)
    widths = [
        (told.high - told.low)
        for season in seasons[:12]
        for told in ratings(season).among(["bot0"])
    ]
    assert sum(widths) / len(widths) == pytest.approx(answer[116] - answer[3], rel=0.15)


@pytest.mark.slow
def test_nineteen_of_twenty_intervals_hold_the_true_difference():
    """Three equals, in 100 seasons of a fixed seed; the truth is 1500 for each."""
    held = sum(
        told.low <= 1500 <= told.high
        for seed in range(100)
        for told in ratings(logistic_season([0.0] * 3, 60, seed), draws=400).among(["bot0"])
    )
    assert 90 <= held <= 99


def test_ratings_do_not_depend_on_how_many_rows_are_worked_on_at_a_time(monkeypatch):
    played = logistic_season([1.0, 0.5, 0.0, -1.0], 30, seed=5)
    played += [game("bot0 bot1 bot2", deal=number % 30) for number in range(40)]
    names = [f"bot{number}" for number in range(4)]
    whole = ratings(played).among(names)
    for rows in (1, 50, 200):
        monkeypatch.setattr("arena.standings.plackett_luce.PART", rows)
        assert ratings(played).among(names) == whole


def test_games_that_come_later_count_like_games_that_came_before():
    played = logistic_season([1.0, 0.5, 0.0, -1.0], 10, seed=5)
    counted = CountedGames()
    for number, result in enumerate(reversed(played)):
        counted.add(result)
        if number % 17 == 0:
            Ratings(counted, draws=1)
    names = counted.names
    assert Ratings(counted).among(names) == ratings(played).among(names)
