"""The counts of bench/fairness, and how it adds results."""

import json

import pytest

from arena.match.play import Busy
from arena.replay.record import FORMAT, BotEntry, FaultEntry, Move, Record, SpoiledAttempt
from bench import fairness


def game(*verdicts: str, notes: tuple[str, ...] = ()) -> Record:
    """A game of three moves with these faults."""
    return Record(
        format=FORMAT, id="", game="brisca", options={}, deal={}, bots=[BotEntry("Mine")],
        seats=[0], sides=[[0]], moves=[Move(0, "O1")] * 3, scores=[0], ranks=[0],
        faults=[FaultEntry(0, 0, verdict, "") for verdict in verdicts], notes=list(notes),
    )  # fmt: skip


GAMES = [
    game(),
    Busy(SpoiledAttempt("Mine", "it was late")),
    game("timeout", "timeout", "forfeit"),
    game("crashed", notes=("it computed between its turns",)),
]


@pytest.fixture
def measured(monkeypatch, tmp_path):
    """Measure with these games, and return the cells of the file."""
    monkeypatch.setattr(fairness, "_games", lambda bot, cell: iter(GAMES * 9))
    out = tmp_path / "Out" / "fairness.json"

    def run(*arguments: str) -> list[dict]:
        given = ["--loops", "0", "--levels", "inprocess", "--bots", "sleeper", *arguments]
        assert fairness.main(given, out) == 0
        return json.loads(out.read_text())["cells"]

    return run


def test_all_faults_of_honest_bots_are_counted(measured):
    (cell,) = measured("--moves", "7")
    del cell["seconds"], cell["stolen"]
    assert cell == {
        "bot": "sleeper", "level": "inprocess", "loops": 0, "budget": 0.02, "moves": 9,
        "timeouts": 2, "forfeits": 1, "others": 1, "notes": 1, "replays": 1,
    }  # fmt: skip


def test_a_measurement_is_added_to_earlier_ones_of_the_same_kind(measured):
    measured("--moves", "9")
    (cell,) = measured("--moves", "9")
    assert (cell["moves"], cell["timeouts"]) == (18, 4)
    cells = measured("--moves", "9", "--budget", "0.05")
    assert [(cell["budget"], cell["moves"]) for cell in cells] == [(0.02, 18), (0.05, 9)]


def test_earlier_measurements_can_be_forgotten(measured):
    measured("--moves", "9")
    (cell,) = measured("--moves", "9", "--fresh")
    assert cell["moves"] == 9


def test_the_loops_end_with_the_measurement(monkeypatch):
    started = []
    popen = fairness.subprocess.Popen

    def noted(*arguments, **options):
        started.append(popen(["sleep", "1000"], **options))
        return started[-1]

    monkeypatch.setattr(fairness.subprocess, "Popen", noted)
    with fairness.busy(2):
        assert [loop.poll() for loop in started] == [None, None]
    assert [loop.returncode for loop in started] == [-9, -9]
