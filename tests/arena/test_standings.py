"""Standings count what the records say, and nothing else."""

from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.replay.record import FORMAT, BotEntry, Move, Record
from arena.standings.interval import wilson
from arena.standings.pairs import Pairs
from arena.standings.tally import tally


def game(seats: str, ranks: list[int], scores=(40, 20, 40, 20), moves=()) -> Record:
    """A record of two sides: `game("ana eva", [0, 1])` is a win of ana's."""
    names = seats.split()
    return Record(
        format=FORMAT,
        id="",
        game="brisca",
        options={},
        deal={},
        bots=[BotEntry(name) for name in dict.fromkeys(names)],
        seats=[list(dict.fromkeys(names)).index(name) for name in names * 2],
        sides=[[0, 2], [1, 3]],
        moves=list(moves),
        scores=list(scores),
        ranks=ranks,
    )


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
def test_at_its_ends_the_share_seen_is_just_as_unlikely_as_agreed(counts):
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


def test_a_win_counts_one_and_a_draw_half():
    records = [game("ana eva", [0, 1]), game("eva ana", [1, 0]), game("ana eva", [0, 0])]
    ana, eva = tally(["ana", "eva"], records)
    assert (ana.wins, ana.draws, ana.losses, ana.credit) == (2, 1, 0, 2.5)
    assert (eva.wins, eva.draws, eva.losses, eva.credit) == (0, 1, 2, 0.5)
    assert ana.share + eva.share == 1


def test_the_points_of_both_seats_count():
    ana, eva = tally(["ana", "eva"], [game("ana eva", [0, 1], scores=(41, 20, 39, 20))])
    assert (ana.points, eva.points) == (80, 40)


def test_who_has_not_played_has_a_line_of_zeros():
    (ana,) = tally(["ana"], [])
    assert (ana.games, ana.share, ana.interval, ana.think_mean) == (0, 0, (0, 1), 0)


def test_thinking_times_are_counted_by_bot_in_seconds():
    moves = [Move(0, "O1", 100), Move(1, "O2", 5000), Move(2, "O3", 300)]
    ana, eva = tally(["ana", "eva"], [game("ana eva", [0, 1], moves=moves)])
    assert (ana.decisions, ana.think_mean, ana.think_max) == pytest.approx((2, 200e-6, 300e-6))
    assert (eva.decisions, eva.think_mean, eva.think_max) == pytest.approx((1, 5e-3, 5e-3))


def test_faults_are_counted_by_bot_and_verdict():
    moves = [
        Move(0, "O1", fault="timeout"),
        Move(1, "O2"),
        Move(2, "O3", fault="timeout"),
        Move(3, "O4", fault="illegal"),
    ]
    ana, eva = tally(["ana", "eva"], [game("ana eva", [0, 1], moves=moves)])
    assert ana.faults == {"timeout": 2}
    assert eva.faults == {"illegal": 1}


def test_a_tally_of_games_in_any_order_is_the_same(records):
    names = ["OSLAPlayer", "Mine", "RandomPlayer"]
    for one, other in zip(tally(names, records), tally(names, records[::-1]), strict=True):
        assert one.think_total == pytest.approx(other.think_total)
        one.think_total = other.think_total
        assert one == other


def test_head_to_head_shares_are_each_others_rest():
    pairs = Pairs()
    for each in (game("ana eva", [0, 1]), game("eva ana", [0, 0]), game("ana eva", [1, 0])):
        pairs.add(each)
    pairs.add(game("ana uma", [0, 1]))
    assert pairs.share("ana", "eva") == pairs.share("eva", "ana") == 0.5
    assert pairs.share("ana", "uma") == 1
    assert pairs.share("uma", "ana") == 0


def test_who_has_not_met_has_no_share():
    assert Pairs().share("ana", "eva") is None
