"""A table of games is a dictionary that needs less memory."""

import random
import tracemalloc

import pytest

from arena.competition.play.game_table import GameTable, is_game_id


def test_a_table_of_games_is_like_a_dictionary():
    dice = random.Random(1)
    ids = [f"{dice.getrandbits(64):016x}" for _ in range(3000)]
    ids += [f"{number << 40:016x}" for number in range(50)]  # all belong to the same place
    table: GameTable[str] = GameTable()
    expected: dict[str, str] = {}
    for id in ids + dice.sample(ids, 500):
        table[id] = expected[id] = dice.choice(("won", "lost", "tied"))
    assert list(table.items()) == list(expected.items())
    assert len(table) == len(expected)
    assert all(id in table and table[id] == value for id, value in expected.items())
    others = [f"{dice.getrandbits(64):016x}" for _ in range(500)]
    assert not any(id in table for id in others)
    assert table.get(others[0]) is None


def test_a_game_needs_few_bytes():
    dice = random.Random(1)
    for games in (3000, 30_000):
        tracemalloc.start()
        try:
            table: GameTable[str] = GameTable()
            for _ in range(games):
                table[f"{dice.getrandbits(64):016x}"] = "won"
            size, _ = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        assert len(table) == games
        assert size <= 30 * games


def test_only_ids_of_games_are_in_a_table():
    table: GameTable[str] = GameTable()
    for id in ("", "game 1", "00000000000000AB", "0x0000000000000a", "ab", "1" * 17, "\u0661" * 16):
        assert not is_game_id(id)
        assert id not in table
        assert table.get(id) is None
        with pytest.raises(ValueError, match="is not the id of a game"):
            table[id] = "won"
    assert is_game_id("00000000000000ab")
