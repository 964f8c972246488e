"""From single games to figures and sentences, with invented games."""

from math import isnan, sqrt

import pytest

from arena.experiments.analysis.answer import answers
from arena.experiments.analysis.arms import ALL, FIRST, RANDOM, Variant
from arena.experiments.analysis.games import BlockSums, GameTrace
from arena.experiments.analysis.results import summarise
from arena.experiments.analysis.sums import Tally

TWO = Variant(2, "", {})


def block(*courses: GameTrace, sides: int = 2, tricks: bool = True):
    """The sums of these games. Each player is a side, and the first one chooses first."""
    sums = BlockSums(sides)
    for course in courses:
        sums.add(course)
        sums.first.add(course.credits[0])
        if tricks:
            sums.add_tricks(course, sides, drawn=False)
    return sums.json()


def game(winner: int, options=(2, 1), turns=(0, 1), sides: int = 2) -> GameTrace:
    course = GameTrace(turns=list(turns), options=list(options), choices=[0] * len(turns))
    course.credits = [float(side == winner) for side in range(sides)]
    return course


def judged() -> GameTrace:
    """Three choices of the first player and one of the second; the first one wins."""
    course = game(0, options=(3, 2, 2, 1), turns=(0, 1, 0, 0))
    course.judges = [0, 1, 0, 0]
    course.spreads = [0.5, 0.1, 0.0, 0.2]
    course.standings = [[0.5, 0.5], [0.0, 1.0], [0.25, 0.75], [1.0, 0.0]]
    return course


def test_the_winner_is_judged_by_its_own_estimates():
    one = summarise(TWO, {RANDOM: [block(game(0))], ALL: [block(judged(), tricks=False)]})
    assert one.spread.value == pytest.approx(0.2)
    assert one.drama.value == pytest.approx(sqrt(0.25))  # behind once, by a quarter
    assert one.security.value == pytest.approx(2 / 3)
    assert isnan(one.estimating.value)


def test_figures_come_from_the_games_that_they_are_about():
    won, lost = game(0), game(1, options=(4, 1, 1, 1), turns=(0, 1, 1, 0))
    one = summarise(TWO, {RANDOM: [block(won, lost), block(lost, lost)], FIRST: [block(won, won)]})
    assert (one.games, one.players, one.chance) == (4, 2, 0.5)
    assert one.length.mean == (2 + 4 + 4 + 4) / 4
    assert one.branching.value == (3 + 7 + 7 + 7) / 14
    assert one.branching.low < one.branching.value < one.branching.high
    assert one.forced.value == pytest.approx((0.5 + 3 * 0.75) / 4)
    assert one.first.value == 0.25
    assert [share.value for share in one.wins] == [0.25, 0.75]
    assert one.fairness.value == 0.5
    assert one.convergence.value == pytest.approx(0.5 + (1 + 3 * 0.9) / 4 / 2)
    assert one.estimating.value == 1
    assert one.order.value == 1
    assert one.gain.value == 0.75
    assert [each.mean for each in one.leading] == [(2 + 3 * 4) / 4, 1]
    assert [each.mean for each in one.following] == [1, 1]


def test_a_mean_over_few_games_has_students_interval_and_over_one_none():
    few = Tally()
    few.add(0.0)
    assert [isnan(end) for end in few.interval] == [True, True]
    few.add(2.0)
    assert few.interval == pytest.approx((1 - 12.7062, 1 + 12.7062))


def test_the_interval_of_options_is_that_of_a_ratio():
    """If every choice has one option, the figure is exact for games of any length."""
    one = summarise(TWO, {RANDOM: [block(game(0, (1, 1)), game(1, (1, 1, 1, 1), (0, 1, 1, 0)))]})
    assert (one.branching.value, one.branching.low, one.branching.high) == (1, 1, 1)


def test_without_a_moving_lead_only_variants_of_a_game_of_tricks_have_tricks():
    kinds = {RANDOM: [block(game(0, (2, 2, 1, 1), (0, 1, 0, 1)))]}
    assert not summarise(TWO, kinds).leading
    assert [each.mean for each in summarise(TWO, kinds, tricks=True).leading] == [2, 1]


def answers_after(first: int, estimating: int, forced: bool = False) -> tuple[str, str]:
    """The answers if the first player wins this number of 100 games."""

    def games(wins: int):
        options = (1, 1) if forced else (3, 2)
        return block(*(game(int(i >= wins), options) for i in range(100)))

    one = summarise(TWO, {RANDOM: [games(first)], FIRST: [games(estimating)]})
    return answers("Made Up", [one], 2)


@pytest.mark.parametrize(
    "first, estimating, said",
    [
        (50, 90, "Yes: "),
        (2, 10, "A little: "),
        (50, 55, "These games do not show any: "),
        (50, 10, "Not for a player who looks only this far ahead: "),
    ],
)
def test_the_report_mentions_strategy_if_thinking_wins_more_than_chance_explains(
    first, estimating, said
):
    _, room = answers_after(first, estimating)
    assert room.startswith(f"Is there room for strategy? {said}a first player who tries each move")
    assert f"wins {estimating}.0 %" in room
    assert f"a random first player wins {first}.0 %." in room


def test_the_report_says_how_many_choices_have_one_option():
    have, _ = answers_after(50, 50)
    assert have == (
        "Does the player have choices? Yes: a game of Made Up for 2 has 2 choices with 2.50 "
        "options on average; 0.0 % of the choices are forced."
    )
    assert answers_after(50, 50, forced=True)[0] == (
        "Does the player have choices? No: in Made Up every choice is forced."
    )


def test_with_one_player_wins_say_nothing():
    alone = block(game(0, (2,), (0,), sides=1), sides=1)
    one = summarise(Variant(1, "", {}), {RANDOM: [alone], FIRST: [alone]})
    assert isnan(one.order.value)
    assert answers("Patience", [one], 1)[1] == (
        "Is there room for strategy? Wins cannot show it: there is no opponent."
    )
