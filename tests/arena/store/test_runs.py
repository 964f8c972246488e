"""Saved runs: each has its own name, old ones are removed, and a missing one is an error."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from support.paths import PATHS

from arena.common.errors import ArenaError
from arena.store import runs
from arena.store.runs import (
    RECORDS,
    RUNS,
    RunSettings,
    continued_run,
    find_run,
    games_of,
    name_list,
    new_run_folder,
    saved_runs,
)

SETTINGS = RunSettings(
    command="play", game="brisca", options={}, bots=["osla", "random"], hashes=["", ""], games=1,
    seed="1", budget=1.0, clock=True, isolation="auto", trusted=False, packages=[],
)  # fmt: skip

TAKES_A_NAME = """
import sys
from test_runs import SETTINGS
from arena.store.runs import RECORDS, new_run_folder
for _ in range(20):
    with new_run_folder(SETTINGS) as folder:
        (folder / RECORDS).write_bytes(b"x")
        print(folder.name, flush=True)
"""


@pytest.fixture(autouse=True)
def in_an_empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def make_run(content: str = "a game\n") -> Path:
    with new_run_folder(SETTINGS) as folder:
        (folder / RECORDS).write_text(content)
    return folder


def names() -> list[str]:
    return [folder.name for folder in saved_runs()]


def test_runs_are_numbered_and_a_name_is_never_used_twice():
    assert [make_run().name for _ in range(11)][-3:] == ["r9", "r10", "r11"]
    assert names()[-2:] == ["r10", "r11"]
    for path in (RUNS / "r3").iterdir():
        path.unlink()
    (RUNS / "r3").rmdir()
    assert make_run().name == "r12"


def test_a_run_without_a_game_leaves_nothing():
    with pytest.raises(RuntimeError), new_run_folder(SETTINGS):
        raise RuntimeError
    assert names() == []
    assert make_run().name == "r1"


def test_processes_that_start_at_once_get_different_names():
    here = Path(__file__).parent
    command = [sys.executable, "-c", TAKES_A_NAME]
    env = os.environ | {"PYTHONPATH": os.pathsep.join([*PATHS, str(here)])}
    processes = [
        subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env) for _ in range(3)
    ]
    taken = [name for process in processes for name in process.communicate()[0].split()]
    assert len(taken) == len(set(taken)) == 60
    assert sorted(taken) == sorted(set(names()) | set(taken))


def test_old_runs_are_removed_by_their_number(monkeypatch):
    monkeypatch.setattr(runs, "MOST_RUNS", 3)
    for _ in range(5):
        make_run()
    assert names() == ["r3", "r4", "r5"]


def test_old_runs_are_removed_by_their_size_but_never_the_newest(monkeypatch):
    monkeypatch.setattr(runs, "MOST_BYTES", 3000)
    make_run("x" * 1000)
    make_run("x" * 5000)
    assert names() == ["r1", "r2"]  # it was small when it began
    make_run("x" * 10)
    assert names() == ["r3"]


def test_a_run_that_somebody_plays_is_not_removed(monkeypatch):
    monkeypatch.setattr(runs, "MOST_RUNS", 2)
    make_run()
    with continued_run("r1"):
        for _ in range(3):
            make_run()
        assert names() == ["r1", "r3", "r4"]


def test_two_processes_do_not_continue_the_same_run():
    make_run()
    with (
        continued_run("r1"),
        pytest.raises(ArenaError, match="Another arena works on Out/runs/r1"),
        continued_run("r1"),
    ):
        pass


def test_a_missing_run_is_an_error_that_names_the_others():
    with pytest.raises(ArenaError, match=r"^There is no run r7 in Out/runs, and no other run"):
        find_run("r7")
    make_run()
    make_run()
    with pytest.raises(
        ArenaError, match=r"^There is no run r7 in Out/runs. The saved runs are: r1 to r2$"
    ):
        find_run("r7")
    assert name_list(["r3", "r5", "r6", "r7", "r10"]) == "r3, r5 to r7, r10"


def test_a_file_with_the_name_of_a_run_comes_first():
    make_run()
    assert games_of(Path("r1")) == RUNS / "r1" / RECORDS
    assert games_of(Path("games.jsonl")) == Path("games.jsonl")
    Path("r1").touch()
    assert games_of(Path("r1")) == Path("r1")


def test_damaged_settings_are_an_error_and_a_torn_record_is_removed():
    folder = make_run("a game\nhalf a ga")
    with continued_run("r1"):
        assert (folder / RECORDS).read_text() == "a game\n"
    (folder / "run.json").write_text('{"command": 1}')
    sentence = r"run\.json cannot be read, so r1 cannot be continued"
    with pytest.raises(ArenaError, match=sentence), continued_run("r1"):
        pass
