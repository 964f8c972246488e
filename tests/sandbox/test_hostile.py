"""Every bot of tests/hostile plays an honest one: the game goes on, and nothing is left of it.

`test_hostile_in_containers.py` does the same in containers.
"""

from pathlib import Path

import pytest
from sandbox.hostile_bots import (
    BUDGET,
    LOADING,
    assert_the_game_went_on,
    expectation,
    name,
    of_level,
)

from arena.common.errors import BotError
from arena.sandbox import box_seat as boxed

# For `make check`, some of each kind, in the sandbox.
QUICK = set(
    "daemon exits fork_bomb global_seed half_a_frame keeps_a_diary kills_everybody move_is_nan "
    "memory_at_import partner_disk patches_the_guest raises_at_import reads_the_host sockets "
    "script_in_its_name strange_numbers thread_bomb two_answers unshares writes_files".split()
)


def slow(path: Path, level: str) -> list[pytest.MarkDecorator]:
    return [] if level == "sandbox" and path.stem in QUICK else [pytest.mark.slow]


CASES = [
    pytest.param(path, level, id=f"{path.stem}-{level}", marks=slow(path, level))
    for level in ("sandbox", "process")
    for path in of_level(level)
]


@pytest.fixture
def started(level, warm) -> None:
    warm(level)


@pytest.mark.parametrize("path, level", CASES)
def test_the_game_goes_on(path, level, started, traceless, match, monkeypatch):
    monkeypatch.setattr(boxed, "LOADING", LOADING)
    if expectation(path)[0] == {"load"}:
        with pytest.raises(BotError):
            match(level, name(path), "random", budget=BUDGET)
        return
    run, (record,) = match(level, name(path), "random", budget=BUDGET)
    assert record.isolation == level
    assert_the_game_went_on(path, run, record)
