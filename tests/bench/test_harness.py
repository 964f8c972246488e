"""The harness of the benchmarks, with sides that only name a time."""

import json
import sys
from contextlib import contextmanager
from types import SimpleNamespace

import pytest

import bench.__main__ as bench_main
from bench import rows
from bench.contest import ROUNDS, Contest, Unmeasurable, hold, spread
from bench.report import merge, read, table
from bench.rows import Row, choose, fill_in


def steady(units_per_second: float):
    """A side with a constant speed."""
    return lambda times: (times, times / units_per_second)


def contest(ours=None, peer=None):
    @contextmanager
    def held():
        yield Contest(ours or steady(30), peer or steady(10), "a friend")

    return held


@contextmanager
def no_peer():
    raise Unmeasurable("The friend is not at home: ring later.")
    yield


@contextmanager
def mistaken():
    yield Contest(steady(1), lambda times: (times, 1 / 0), "a friend")


APPLE = Row("fruit.apple", "bites/s", contest(), floor=2, goal=5, note="green")
PEAR = Row("fruit.pear", "bites/s", contest(peer=steady(60)), floor=1)
NUT = Row("nuts.hazel", "cracks/s", contest())


@pytest.fixture(autouse=True)
def _no_collecting(monkeypatch):
    """These rounds make no garbage, and a collection would take most of a test's time."""
    monkeypatch.setattr("gc.collect", lambda: 0)


@pytest.fixture
def subjects(monkeypatch):
    """Replace the subjects and their rows."""

    def there_are(**subjects: list[Row]) -> None:
        monkeypatch.setattr(rows, "SUBJECTS", tuple(subjects))
        for name, its_rows in subjects.items():
            monkeypatch.setitem(sys.modules, f"bench.{name}", SimpleNamespace(ROWS=its_rows))

    there_are(fruit=[APPLE, PEAR], nuts=[NUT])
    return there_are


@pytest.fixture
def run(tmp_path, capsys):
    """Run the command: its exit code, its output, and the rows in the file."""
    out = tmp_path / "Out" / "bench.json"

    def command(*arguments: str) -> SimpleNamespace:
        code = bench_main.main(arguments, out)
        output = capsys.readouterr()
        return SimpleNamespace(code=code, out=output.out, err=output.err, rows=read(out), path=out)

    return command


def ids(chosen) -> list[str]:
    return [row["id"] if isinstance(row, dict) else row.id for row in chosen]


# Which rows


@pytest.mark.usefixtures("subjects")
@pytest.mark.parametrize(
    "words, chosen",
    [
        ([], ["fruit.apple", "fruit.pear", "nuts.hazel"]),
        (["fruit"], ["fruit.apple", "fruit.pear"]),
        (["fruit.p"], ["fruit.pear"]),
        (["nuts", "fruit.apple"], ["fruit.apple", "nuts.hazel"]),
        (["f", "fruit.apple"], ["fruit.apple", "fruit.pear"]),
        (["hazel"], []),
    ],
)
def test_rows_are_chosen_by_the_beginning_of_their_ids(words, chosen):
    assert ids(choose(words)) == chosen


def test_only_the_subjects_asked_for_are_imported(subjects, monkeypatch):
    subjects(fruit=[APPLE], stones=[])
    monkeypatch.setitem(sys.modules, "bench.stones", None)  # importing it would fail
    assert ids(choose(["fruit"])) == ["fruit.apple"]


@pytest.mark.usefixtures("subjects")
def test_a_list_with_commas_asks_for_several_prefixes(run):
    assert ids(run("nuts,fruit.a").rows) == ["fruit.apple", "nuts.hazel"]


@pytest.mark.usefixtures("subjects")
def test_an_unknown_prefix_is_refused_with_the_list_of_rows(run):
    ran = run("fruit,stone")
    assert ran.code == 2
    assert "'stone'" in ran.err
    assert "fruit.apple, fruit.pear, nuts.hazel" in ran.err
    assert not ran.path.exists()


# Measuring


def test_a_row_says_our_rate_the_peers_rate_and_how_many_times_faster_we_are():
    filled = fill_in(APPLE)
    assert filled["ours"] == pytest.approx(30)
    assert filled["peer"] == pytest.approx(10)
    assert filled["ratio"] == pytest.approx(3)


def test_a_row_has_its_limits():
    filled = fill_in(APPLE)
    assert (filled["id"], filled["unit"], filled["peer_name"]) == (
        "fruit.apple",
        "bites/s",
        "a friend",
    )
    assert (filled["floor"], filled["goal"], filled["note"]) == (2, 5, "green")


def test_a_row_has_only_its_own_limits():
    assert {"floor", "goal", "note"}.isdisjoint(fill_in(NUT))


def test_the_sides_take_turns():
    calls = []

    def side(name):
        def work(times):
            calls.append(name)
            return times, float(times)

        return work

    hold(Contest(side("ours"), side("peer"), ""), rounds=3, seconds=1)
    assert calls[-6:] == ["ours", "peer"] * 3


def test_the_best_round_counts():
    seconds = iter([1.0, *[4.0, 2.0, 8.0] * ROUNDS])  # the first call finds how often to repeat
    row = Row("one", "units/s", contest(lambda times: (8, next(seconds)), steady(1)))
    assert fill_in(row)["ours"] == 4


def test_a_round_repeats_the_work_until_it_fills_its_time():
    asked = []

    def ours(times):
        asked.append(times)
        return times, times / 1000

    hold(Contest(ours, steady(1), ""), rounds=2, seconds=0.5)
    assert asked[-2:] == [500, 500]


def test_the_spread_says_how_far_the_middle_round_stayed_behind():
    assert spread((10.0, 8.0, 5.0)) == pytest.approx(0.2)
    assert spread((7.0, 7.0, 7.0)) == 0


# What goes wrong


def test_a_missing_peer_costs_its_own_row_only(subjects, run):
    subjects(fruit=[Row("fruit.lost", "bites/s", no_peer), APPLE])
    ran = run()
    assert ran.code == 1
    assert "fruit.lost ... not measured. The friend is not at home: ring later.\n" in ran.err
    assert ids(ran.rows) == ["fruit.apple"]


def test_a_mistake_in_a_row_costs_that_row_only_and_is_shown(subjects, run):
    subjects(fruit=[Row("fruit.bad", "bites/s", mistaken), APPLE])
    ran = run()
    assert ran.code == 1
    assert "ZeroDivisionError" in ran.err
    assert ids(ran.rows) == ["fruit.apple"]


def test_a_row_below_its_floor_is_not_a_failure(subjects, run):
    subjects(fruit=[APPLE, PEAR])  # a row below its floor does not fail the run
    assert run().code == 0


@pytest.mark.usefixtures("subjects")
def test_interpreted_rules_where_compiled_ones_are_meant_are_warned_of(run, monkeypatch):
    monkeypatch.setattr(bench_main, "is_compiled", lambda: False)
    assert "Warning: The rules run interpreted" in run("fruit").err


@pytest.mark.usefixtures("subjects")
def test_compiled_rules_are_not_warned_of(run, monkeypatch):
    monkeypatch.setattr(bench_main, "is_compiled", lambda: True)
    assert "Warning" not in run("fruit").err


def test_rows_about_interpreted_rules_warn_of_nothing(subjects, run, monkeypatch):
    subjects(fruit=[Row("fruit.dried", "bites/s", contest(), compiled=False)])
    monkeypatch.setattr(bench_main, "is_compiled", lambda: False)
    ran = run()
    assert "Warning" not in ran.err
    assert ran.rows[0]["conditions"]["rules"] == "interpreted"


@pytest.mark.usefixtures("subjects")
def test_a_place_that_cannot_be_written_is_one_sentence(tmp_path, capsys):
    (tmp_path / "Out").write_text("a file where the folder should be")
    assert bench_main.main(["fruit"], tmp_path / "Out" / "bench.json") == 1
    assert "cannot be written" in capsys.readouterr().err


# The file and the table


@pytest.mark.usefixtures("subjects")
def test_rows_of_earlier_runs_are_kept(run):
    run("nuts")
    assert ids(run("fruit.pear").rows) == ["fruit.pear", "nuts.hazel"]


def test_a_row_measured_again_replaces_the_old_one():
    old, new = {"id": "a", "ratio": 1}, {"id": "a", "ratio": 2}
    assert merge([old], [new], ["a"]) == [new]


def test_a_row_that_could_not_be_measured_again_is_not_kept():
    rows_kept = merge([{"id": "a"}, {"id": "b"}], [], ["a"])
    assert ids(rows_kept) == ["b"]


@pytest.mark.usefixtures("subjects")
@pytest.mark.parametrize("text", ["", "not json", '{"id": 1}', "[1, 2]", "null"])
def test_a_foreign_file_is_replaced(run, text):
    path = run("nuts").path
    path.write_text(text)
    assert ids(run("fruit.apple").rows) == ["fruit.apple"]


@pytest.mark.usefixtures("subjects")
def test_every_row_notes_its_conditions(run):
    ran = run("fruit")
    assert json.loads(ran.path.read_text()) == ran.rows
    for row in ran.rows:
        assert {"cpu", "cores", "python", "packages", "date", "rounds"} <= row["conditions"].keys()


def test_the_table_marks_what_is_below_its_floor():
    lines = table([fill_in(APPLE), fill_in(PEAR)]).splitlines()
    assert lines[1].split()[:7] == ["fruit.apple", "bites/s", "30", "10", "3.00", "2", "5"]
    assert lines[2].split()[:7] == ["fruit.pear", "bites/s", "30", "60", "0.50", "!", "1"]
    assert lines[3] == "! misses its limit"


def test_the_table_explains_no_mark_that_it_does_not_use():
    assert "!" not in table([fill_in(APPLE)])
