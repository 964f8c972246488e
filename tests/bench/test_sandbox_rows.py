"""The rows about isolation: what they count, and the upper limits of their ratios."""

import os
import sys
from contextlib import closing, contextmanager
from itertools import cycle

import pytest

from arena.sandbox.levels import unavailable
from bench import sandbox
from bench.contest import Contest, Unmeasurable, recorded_side
from bench.report import misses, table
from bench.rows import Row, fill_in

needs_sandbox = pytest.mark.skipif(
    sys.platform != "linux" or bool(unavailable("sandbox")), reason="no sandbox here"
)


def row(ours, peer):
    @contextmanager
    def contest():
        yield Contest(recorded_side(ours), recorded_side(peer), "a friend")

    return Row("one", "s", contest, ceiling=4, goal=3)


@pytest.fixture(autouse=True)
def _no_collecting(monkeypatch):
    monkeypatch.setattr("gc.collect", lambda: 0)


def test_with_a_ceiling_the_row_says_times_and_how_many_times_longer_ours_is():
    filled = fill_in(row(ours=100, peer=200))
    assert (filled["ours"], filled["peer"]) == (pytest.approx(0.01), pytest.approx(0.005))
    assert filled["ratio"] == pytest.approx(2)
    assert (filled["ceiling"], filled["goal"]) == (4, 3)


def test_a_ratio_above_its_ceiling_misses_it():
    assert misses(fill_in(row(ours=10, peer=50)))
    assert not misses(fill_in(row(ours=10, peer=30)))


def test_the_table_shows_a_ceiling_as_one_and_small_times_in_words():
    lines = table([fill_in(row(ours=10_000, peer=50_000))]).splitlines()
    assert "100 u" in lines[1]
    assert "20 u" in lines[1]
    assert lines[1].split()[6:10] == ["5.00", "!", "<=4", "<=3"]


def test_the_pipe_carries_a_question_and_waits_for_the_answer():
    with sandbox.echo(66, 12) as round_trip:
        for _ in range(3):
            round_trip()


def test_a_missing_level_is_one_sentence(monkeypatch):
    monkeypatch.setattr(sandbox, "unavailable", lambda level: "no engine answers")
    with pytest.raises(Unmeasurable, match=r"no isolation level 'sandbox' here: no engine answers"):
        fill_in(next(row for row in sandbox.ROWS if row.id == "sandbox.sandbox_vs_pipe"))


@needs_sandbox
def test_a_move_is_asked_for_at_the_level_and_counted():
    before = os.sched_getaffinity(0)
    with sandbox.move("process") as contest:
        assert len(os.sched_getaffinity(0)) == 1
        assert contest.ours(5)[0] == contest.peer(5)[0] == 5
    assert os.sched_getaffinity(0) == before


@needs_sandbox
def test_a_start_is_counted_once_it_has_moved():
    with sandbox.start() as contest:
        starts, seconds = contest.ours(2)
    assert starts == 2
    assert seconds > 0


@needs_sandbox
def test_a_league_is_counted_in_whole_matches(monkeypatch):
    monkeypatch.setattr(sandbox, "GAMES", 4)
    run = sandbox.league(bots=3)
    assert len(run.fixtures) == 3 * 4
    with closing(sandbox.here.play(run, cycle(run.fixtures))) as games:
        assert sandbox.play(games, 2) == 8


@pytest.mark.slow
@needs_sandbox
def test_matches_side_by_side_are_counted_together(monkeypatch):
    monkeypatch.setattr(sandbox, "GAMES", 2)
    run = sandbox.league(bots=2)
    with sandbox.matches(run, 2) as both:
        games, _ = both(1)
    assert games >= 4  # a worker is a new process, in which a match has its usual length
