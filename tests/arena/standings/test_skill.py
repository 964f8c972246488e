"""Skill on a ladder follows the games in their order, and counts a tie as a tie."""

import pytest
from support.results import game

from arena.standings.skill import skills


def gain(*played, of: str) -> float:
    return skills(played)[of].mean - 25


def test_the_winner_rises_and_the_loser_falls():
    rows = skills([game("a b")] * 5)
    assert rows["a"].mean > 25 > rows["b"].mean
    assert rows["a"].mean - 25 == pytest.approx(25 - rows["b"].mean)


def test_every_game_makes_it_surer():
    before, after = (skills([game("a b"), game("b a")] * games)["a"] for games in (2, 20))
    assert after.deviation < before.deviation
    low, high = after.interval
    assert low < after.mean < high


def test_a_tie_of_equals_changes_nothing_and_a_tie_with_a_weaker_bot_costs_skill():
    assert gain(game("a b", (0, 0)), of="a") == 0
    tied = skills([game("a b")] * 5 + [game("a b", (0, 0))])
    assert tied["a"].mean < skills([game("a b")] * 5)["a"].mean


@pytest.mark.parametrize("bots", ["a b c", "a b c d", "a b c d e f"])
def test_the_last_bot_loses_the_same_if_those_above_it_tie(bots):
    *_, last = bots.split()
    sides = len(bots.split())
    tied = game(bots, [0] * (sides - 1) + [sides - 1])
    assert gain(tied, of=last) == pytest.approx(gain(game(bots), of=last))
    assert gain(tied, of=last) < -2


def test_a_bot_that_meets_itself_keeps_its_skill():
    assert skills([game("a a")]) == {}


def test_the_order_of_play_counts():
    early, late = (
        skills(played)["a"].mean
        for played in ([game("a b")] + [game("b a")] * 9, [game("b a")] * 9 + [game("a b")])
    )
    assert late > early
