"""`arena experiment`: lists, plays and continues experiments, and refuses bad input."""

import re
from pathlib import Path

import pytest
from support.processes import interrupt, wait_until
from support.trials import LISTED, PROGRAM

from arena.experiments import catalogue


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
    assert err.startswith("arena: interrupted after ")
    assert err.endswith("of 400 games, which are saved in out. Run the same command to continue.\n")
    assert len(err.splitlines()) == 1
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
