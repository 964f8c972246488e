"""Standings count the games of the records and nothing else."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.results import game as seated

from arena.replay.record import FORMAT, BotEntry, Move, Record, SpoiledAttempt
from arena.replay.result import WHOLE, Result, lead, margin, margin_parts, result
from arena.standings.pairs import Pairs
from arena.standings.tally import MANY, conspicuous, remark, tally


def game(seats: str, ranks: list[int], scores=(40, 20, 40, 20), moves=(), spoiled=()) -> Result:
    """The result in a record of two sides: `game("ana eva", [0, 1])` is a win of ana's."""
    names = seats.split()
    record = Record(
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
        replays=[SpoiledAttempt(name, "it got no core") for name in spoiled],
    )
    return result(record, deal=0)


def test_a_win_counts_one_and_a_draw_half():
    records = [game("ana eva", [0, 1]), game("eva ana", [1, 0]), game("ana eva", [0, 0])]
    ana, eva = tally(["ana", "eva"], records)
    assert (ana.wins, ana.draws, ana.losses, ana.credit) == (2, 1, 0, 2.5)
    assert (eva.wins, eva.draws, eva.losses, eva.credit) == (0, 1, 2, 0.5)
    assert ana.share + eva.share == 1


def test_the_points_of_both_seats_count():
    ana, eva = tally(["ana", "eva"], [game("ana eva", [0, 1], scores=(41, 20, 39, 20))])
    assert (ana.points, eva.points) == (80, 40)


def test_the_margin_is_the_lead_over_the_average_of_the_opponents():
    lines = tally("abc", [seated("a b c", scores=(60, 40, 20)), seated("b a c")])
    assert [line.margin for line in lines] == [30, 0, -30]


def test_bots_that_tie_for_a_win_share_it():
    lines = tally("abc", [seated("a b c", (0, 0, 2)), seated("a b c", (0, 0, 0))])
    assert [line.credit for line in lines] == pytest.approx([1 / 2 + 1 / 3, 1 / 2 + 1 / 3, 1 / 3])
    assert [line.draws for line in lines] == [2, 2, 1]


@given(st.permutations([(0, 0, 0), (0, 0, 2), (0, 1, 2), (2, 0, 0), (0, 0, 0)]))
def test_credit_and_margin_are_the_same_to_the_last_bit_in_any_order(ends):
    games = [seated("a b c", ranks, scores=(61, 40, 20 + sum(ranks))) for ranks in ends]
    line = tally("abc", games)[0]
    assert line.credit == float(Fraction(2, 3) + Fraction(1, 2) + 1)
    exact = [61 - Fraction(60 + sum(ranks), 2) for ranks in ends]
    assert line.margin == float(sum(exact))


def test_parts_of_a_win_are_a_win():
    for sides in range(1, 21):
        drawn = Result(0, tuple(map(str, range(sides))), (0,) * sides, (0.0,) * sides)
        assert sum(drawn.parts) == WHOLE
        assert drawn.credit[0] == 1 / sides


def test_a_bot_without_games_has_a_row_of_zeros():
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
    results = [result(record, deal=0) for record in records]
    assert tally(names, results) == tally(names, results[::-1])
    assert {line.name for line in tally(names, results) if line.us} >= {"OSLAPlayer"}


def test_head_to_head_shares_are_each_others_rest():
    pairs = Pairs()
    for each in (game("ana eva", [0, 1]), game("eva ana", [0, 0]), game("ana eva", [1, 0])):
        pairs.add(each)
    pairs.add(game("ana uma", [0, 1]))
    assert pairs.share("ana", "eva") == pairs.share("eva", "ana") == 0.5
    assert pairs.share("ana", "uma") == 1
    assert pairs.share("uma", "ana") == 0


def test_bots_that_have_not_met_have_no_share():
    assert Pairs().share("ana", "eva") is None


def test_head_to_head_tells_wins_draws_and_losses_with_wilsons_interval():
    pairs = Pairs()
    for each in [game("ana eva", [0, 1])] * 61 + [game("eva ana", [0, 1])] * 39:
        pairs.add(each)
    against = pairs.against("ana", "eva")
    assert (against.wins, against.draws, against.losses) == (61, 0, 39)
    assert against.interval == pytest.approx((0.5120302, 0.6998313), abs=1e-6)


def test_with_more_sides_a_bot_beats_those_that_rank_below_it():
    pairs = Pairs()
    pairs.add(seated("a b c d", (1, 0, 1, 3)))
    rows = {(one, other): pairs.share(one, other) for one in "abcd" for other in "abcd"}
    assert rows["a", "b"] == 0
    assert rows["a", "c"] == 0.5
    assert rows["a", "d"] == 1
    assert rows["d", "c"] == 0
    assert rows["a", "a"] is None


def test_spoiled_attempts_are_counted_for_the_bot_that_got_no_core():
    ana, eva = tally(["ana", "eva"], [game("ana eva", [0, 1], spoiled=["eva", "eva"])])
    assert (ana.replays, eva.replays) == (0, 2)


@pytest.mark.parametrize(
    "spoiled, found",
    [
        ([["eva"]] * (MANY + 1), ["eva"]),
        ([["eva"]] * MANY, []),  # may be chance
        ([["eva"], ["ana"]] * 20, []),  # the machine was busy for all
        ([["eva"] * 4, ["ana"]] * 20, ["eva"]),
    ],
)
def test_a_bot_with_far_more_spoiled_games_is_reported(spoiled, found):
    games = [game("ana eva", [0, 1], spoiled=names) for names in spoiled]
    games += [game("ana eva", [0, 1])] * (100 - len(games))
    lines = conspicuous(tally(["ana", "eva"], games))
    assert [line.name for line in lines] == found
    assert all("did not count because it got no core" in remark(line) for line in lines)


@given(st.lists(st.integers(-200, 200), min_size=2, max_size=5))
def test_lead_and_margin_say_the_same(scores):
    sides, total = len(scores), sum(scores)
    margins = margin(np.array(scores, float), np.array(float(total)), sides)
    for score, in_array in zip(scores, margins, strict=True):
        others = Fraction(total - score, sides - 1)
        assert Fraction(lead(score, total, sides), sides - 1) == score - others
        assert margin(score, total, sides) == in_array == pytest.approx(float(score - others))


def test_the_margin_in_parts_is_the_margin():
    for scores in ((70, 50), (60, 45, 20), (1, 2, 3, -9)):
        for score in scores:
            parts = margin_parts(score, sum(scores), len(scores))
            assert parts / WHOLE == pytest.approx(margin(score, sum(scores), len(scores)))


def test_a_bot_with_several_seats_has_played_one_game():
    games = [seated("a b a b", (0, 1, 2, 3)), seated("a b a b", (0, 0, 2, 3)),
             seated("a b a b", (0, 1, 0, 3)), seated("a b a b", (1, 0, 2, 3))]  # fmt: skip
    a, b = tally("ab", games)
    assert (a.games, a.wins, a.draws, a.losses, a.share) == (4, 2, 1, 1, 2.5 / 4)
    assert (b.games, b.wins, b.draws, b.losses, b.share) == (4, 1, 1, 2, 1.5 / 4)
