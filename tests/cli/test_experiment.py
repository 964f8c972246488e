"""`arena experiment`: lists, plays and continues experiments, and refuses bad input."""

import re
from pathlib import Path

import pytest
from support.processes import interrupt, wait_until
from support.trials import LISTED, PROGRAM

from arena.experiments import catalogue
from arena.experiments.experiment import Setting


@pytest.fixture
def coins(monkeypatch):
    """Put small experiments into the list."""
    for name, listed in LISTED.items():
        monkeypatch.setitem(catalogue.EXPERIMENTS, name, listed)


def test_without_a_name_the_experiments_are_listed(arena, coins):
    done = arena("experiment")
    assert done.code == 0
    assert "coins                   Tosses coins.\n" in done.out


def test_it_answers_and_writes_a_page_with_its_tables(arena, coins):
    done = arena("experiment", "coins", "--workers", 1)
    assert done.code == 0
    answer, where = done.out.splitlines()
    assert answer.endswith("heads in 25.")
    assert where == f"25 games; the page: {Path('Out/coins/index.html')}"
    assert Path("Out/coins/index.html").read_text().startswith("<!doctype html>")
    assert Path("Out/coins/blocks.csv").read_text().splitlines()[0] == "block,heads"
    assert arena("experiment", "coins", "--workers", 1).out == done.out


@pytest.mark.parametrize(
    "words, said",
    [
        (["coin"], "There is no experiment 'coin'. Did you mean 'coins'?"),
        (["coins", "--games", "0"], "--games 0 is not possible: give a number from 1"),
        (["coins", "--games", "-3"], "--games -3 is not possible"),
        (["coins", "--games", "x"], "Invalid value for '--games'"),
        (["coins", "--workers", "0"], "--workers 0 is not possible: choose auto, or 1 to 64"),
        (["coins", "--workers", "many"], "--workers many is not possible"),
        (["coins", "--out", "taken"], "taken is a file, but must be a folder."),
        (["coins", "--out", "/dev/null/x"], "/dev/null"),
    ],
)
def test_an_impossible_experiment_is_refused_in_a_sentence(arena, coins, words, said):
    Path("taken").write_text("")
    done = arena("experiment", *words)
    assert done.code == 2
    assert said in done.err
    assert "Traceback" not in done.err


def test_other_settings_in_the_same_folder_are_refused(arena, coins):
    assert arena("experiment", "coins", "--workers", 1).code == 0
    done = arena("experiment", "coins", "--workers", 1, "--seed", "other")
    assert done.code == 2
    assert "with the seed 1, not other" in done.err


@pytest.mark.slow
@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_keeps_finished_blocks_and_the_same_command_continues(
    arena, coins, started, workers
):
    words = ("experiment", "slow-coins", "--out", "out", "--workers", workers)
    process = started(*words, program=("-c", PROGRAM))
    kept = Path("out/blocks.jsonl")
    wait_until(lambda: kept.exists() and kept.read_bytes().count(b"\n") > 3)
    _, err = interrupt(process)
    assert process.returncode == 130
    assert "Traceback" not in err
    plays, end = err.splitlines()
    assert plays == "slow-coins plays 400 games."
    assert end.startswith("arena: interrupted after ")
    assert end.endswith("of 400 games, which are saved in out. Run the same command to continue.")
    assert not Path("out/index.html").exists()
    before = kept.read_bytes()
    done = arena(*words)
    assert done.code == 0
    assert kept.read_bytes().startswith(before)
    assert done.out.startswith(arena("experiment", "slow-coins").out.splitlines()[0])


@pytest.mark.slow
def test_a_killed_run_continues_with_its_finished_blocks(arena, coins, started):
    words = ("experiment", "slow-coins", "--out", "out", "--workers", "2")
    process = started(*words, program=("-c", PROGRAM))
    kept = Path("out/blocks.jsonl")
    wait_until(lambda: kept.exists() and kept.read_bytes().count(b"\n") > 3)
    process.kill()  # the arena alone, not its workers
    process.communicate()
    before = kept.read_bytes()
    kept.write_bytes(before + b'{"block":9')  # as after a crash in the middle of a line
    assert arena(*words).code == 0
    assert kept.read_bytes().startswith(before)
    assert kept.read_bytes().count(b"\n") == 101


def test_the_command_says_what_the_number_of_games_counts(arena, coins):
    """`--games 2000` of agram played 28,000, and nothing said why."""
    assert "coins plays 25 games.\n" in arena("experiment", "coins", "--workers", 1).err
    done = arena("experiment", "agram", "--games", 2, "--workers", 1)
    assert done.code == 0
    total = re.search(r"agram plays 2 random games of each variant, (\d+) games in all\.", done.err)
    assert total
    assert f"{total[1]} games; the page: " in done.out
    said = " ".join(arena("experiment", "--help").out.split())
    assert "random games of each variant, deals, or decisions of each network" in said


@pytest.mark.parametrize(
    "name, said",
    [
        ("agram", "3 random games of each variant, 42 games in all"),
        ("boerenbridge-agents", "3 games"),
        ("boerenbridge-knowledge", "3 deals, each 40 times, 120 games in all"),
        ("described-knowledge", "3 games in each of 8 comparisons, 32 games in all"),
        ("kripke-learning", "3 decisions of each of 35 networks, 105 decisions in all"),
        ("tarot-strength", "3 deals, 9 games in all"),
        ("tarot-search", "3 deals with each of 15 bots, 315 games in all"),
    ],
)
def test_every_experiment_says_how_much_it_plays_in_all(arena, monkeypatch, name, said):
    if name == "kripke-learning":
        pytest.importorskip("gymnasium")
        pytest.importorskip("threadpoolctl")
    monkeypatch.setattr("arena.cli.research.experiment.run", lambda *words: None)  # only announce
    done = arena("experiment", name, "--games", 3)
    assert done == (0, "", f"{name} plays {said}.\n")


def test_these_are_all_experiments():
    """A new one needs a line in the test above, unless its games are what `--games` says."""
    assert len(catalogue.EXPERIMENTS) == 7


@pytest.mark.parametrize("name", ["tarot-strength", "tarot-search"])
def test_the_games_in_all_are_those_that_are_played(monkeypatch, name):
    played = []
    monkeypatch.setattr(
        "arena.experiments.studies.tarot_deals.play", lambda *words: played.append(1) or [0, 0, 0]
    )
    experiment = catalogue.find(name)
    for task in experiment.tasks(Setting(2, "1")):
        experiment.work(task)
    assert experiment.whole(2) == f"{len(played)} games"


@pytest.mark.parametrize("seed", ["2", "3"])
def test_three_games_of_agram_do_not_disagree_with_what_lies_in_their_interval(arena, seed):
    """Three wins in three games were called another share than a half."""
    done = arena("experiment", "agram", "--games", 3, "--seed", seed, "--workers", 1)
    assert done.code == 0
    assert "Of the 6 variants 6 agree." in done.out
    assert "first player's wins, " not in done.out
