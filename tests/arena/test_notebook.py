"""The interface of notebooks: `arena.load` and `arena.replay`."""

import inspect
from pathlib import Path

import pytest
from support.cases import case

import arena
from arena.replay.files import to_line
from arena.replay.record_writer import RecordWriter


@pytest.fixture
def saved(records, tmp_path) -> Path:
    """Four games, two of them with faults, in a folder."""
    writer = RecordWriter.in_folder(tmp_path / "out", "games")
    for record in records:
        writer.add(to_line(record))
    writer.close()
    return tmp_path / "out"


def test_every_table_of_saved_games_is_a_method(saved):
    games = arena.load(str(saved))
    rows = {"sides": 8, "moves": 160, "faults": 40, "standings": 3, "head_to_head": 3}
    for name, count in rows.items():
        with case(name):
            table = getattr(games, name)()
            assert len(table) == count
            assert getattr(games, name)() is table  # computed only once


def test_every_object_describes_itself(saved):
    games = arena.load(str(saved))
    file = next(saved.glob("*.jsonl"))
    assert repr(games).startswith(f"<Games: 4 games in {file}; records(), sides(), moves()")
    record = list(games.records())[-1]
    assert repr(record).startswith(f"<Record {record.id!r}: brisca, 'RandomPlayer' ")
    assert repr(record).endswith("40 moves, 20 faults>")
    assert repr(arena.replay(file, game=1)) == f"<Replay: 1 game from {file}; a notebook shows it>"


def test_help_shows_the_parameters():
    assert list(inspect.signature(arena.load).parameters) == ["path"]
    assert list(inspect.signature(arena.replay).parameters) == ["path", "game", "language"]
    for name in inspect.signature(arena.replay).parameters:
        assert name in inspect.getdoc(arena.replay)
