"""The gym's history: versions by their hash, in a file that other processes write, too."""

import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from support.paths import PATHS

from arena.gym.history import HISTORY, Subject, Visit, add_visit, read_history

WRITER = """
import sys
from test_history import visit
from arena.gym.history import add_visit
for number in range(20):
    add_visit(visit(f"{sys.argv[1]}-{number}", 1000.0))
"""


@pytest.fixture(autouse=True)
def in_an_empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def subject(sha256: str, **more) -> Subject:
    parts = {"name": "Mine", "path": "/mine.py", "sha256": sha256, "variant": "", "game": "brisca",
             "options": {}, "rungs": ["random"], "budget": 0.1, "seed": "gym"}  # fmt: skip
    return Subject(**parts | more)


def visit(sha256: str, rating: float | None = None, run: str = "r1", **more) -> Visit:
    return Visit(subject(sha256, **more), run, 10, rating, rating, rating)


def ratings(now: Subject) -> list[float | None]:
    return [each.rating for each in read_history().versions(now)]


def test_earlier_versions_are_those_with_another_hash():
    for each in (visit("a", 1000.0), visit("b"), visit("b", 1100.0), visit("a", 1010.0)):
        add_visit(each)
    assert ratings(subject("c")) == [1100.0, 1010.0]
    assert ratings(subject("a")) == [1100.0]


def test_a_bot_is_the_same_if_its_file_or_its_name_is_the_same():
    add_visit(visit("a", 1000.0))
    assert ratings(subject("b", name="Other")) == [1000.0]
    assert ratings(subject("b", path="/new.py")) == [1000.0]
    assert ratings(subject("b", name="Other", path="/new.py")) == []


def test_only_equal_conditions_are_compared():
    add_visit(visit("a", 1000.0))
    for change in ({"game": "agram"}, {"options": {"tie": "draw"}}, {"rungs": ["osla"]},
                   {"budget": 1.0}, {"seed": "7"}):  # fmt: skip
        assert ratings(subject("b", **change)) == []


def test_the_last_run_of_a_version_is_found():
    add_visit(visit("a", run="r1"))
    add_visit(visit("b", run="r2"))
    add_visit(visit("a", run="r3"))
    assert read_history().last_run(subject("a")) == "r3"
    assert read_history().last_run(subject("a", budget=1.0)) == ""
    assert read_history().last_run(subject("c")) == ""


def test_a_damaged_line_costs_only_itself():
    add_visit(visit("a", 1000.0))
    with HISTORY.open("ab") as file:
        file.write(b'{"subject": 7}\n\xff\xfe\x00\n{"subject": {"name": "torn')
    add_visit(visit("b", 1100.0))
    assert ratings(subject("c")) == [1000.0, 1100.0]
    assert read_history().damaged == 3


def test_there_is_no_history_at_first():
    assert read_history().visits == []
    assert not Path("Out").exists()


def test_processes_that_write_at_once_lose_no_line():
    env = os.environ | {"PYTHONPATH": os.pathsep.join([*PATHS, str(Path(__file__).parent)])}
    command = [sys.executable, "-c", WRITER]
    processes = [subprocess.Popen([*command, str(number)], env=env) for number in range(3)]
    assert [process.wait() for process in processes] == [0, 0, 0]
    assert len(read_history().visits) == 60
    assert read_history().damaged == 0


def test_a_visit_is_written_as_it_is_read():
    add_visit(visit("a", 1000.0))
    assert msgspec.json.decode(HISTORY.read_bytes(), type=Visit) == visit("a", 1000.0)
