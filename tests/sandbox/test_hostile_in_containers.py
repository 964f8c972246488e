"""The bots of tests/hostile in containers: the game goes on, and nothing is left of it.

A container serves one game after the other, as it does in a run. So the bots play in the same few
containers, and if one breaks something there, the next one notices it. Changed files are checked
once, at the end (the fixture `containers`), because the engine is slow to compare files.
"""

import pytest
from sandbox.hostile_bots import (
    BUDGET,
    LOADING,
    assert_the_game_went_on,
    expectation,
    finding,
    name,
    of_level,
)

from arena.bots.bot import find as find_bot
from arena.common.errors import BotError
from arena.match.admission import Conditions, examine
from arena.sandbox import box_seat as boxed
from Game.registry import find

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("path", of_level("docker"), ids=lambda path: path.stem)
def test_the_game_goes_on(path, match, in_containers, monkeypatch):
    monkeypatch.setattr(boxed, "LOADING", LOADING)
    if expectation(path)[0] == {"load"}:
        with pytest.raises(BotError):
            match("auto", name(path), "random", budget=BUDGET)
    else:
        run, (record,) = match("auto", name(path), "random", budget=BUDGET)
        assert record.isolation == "docker+inprocess"
        assert_the_game_went_on(path, run, record)
    assert not in_containers.crowded()


def test_the_kernel_reports_from_a_container_too(in_containers):
    (path,) = (path for path in of_level("docker") if finding(path))
    conditions = Conditions(find("brisca")(), "docker", budget=2, positions=20)
    said = [step.text for step in examine(find_bot(str(path)), conditions)]
    assert finding(path) in said
