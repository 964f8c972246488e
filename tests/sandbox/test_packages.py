"""Installed packages in boxes: those on the list work, the others are refused with the list."""

import pytest
from sandbox.conftest import need

from arena.common.errors import BotError
from arena.sandbox.host.packages import ALLOWED, parts

HEAD = "from Players.Player import Player\n"
BOT = """
class Mine(Player):
    def think(self, observation, budget):
        {}
        return observation.get_list_actions()[0]
"""


@pytest.fixture
def needs(tmp_path):
    """A bot that needs a package, and uses it in every turn."""

    def write(package: str, use: str) -> str:
        path = tmp_path / "mine.py"
        path.write_text(f"import {package}\n{HEAD}{BOT.format(use)}")
        return str(path)

    return write


@pytest.mark.parametrize("level", ["inprocess", "process", "reduced", "sandbox"])
def test_a_bot_that_needs_numpy_plays_at_every_level(match, needs, level):
    use = "assert numpy.linalg.inv(numpy.eye(9) * 2).sum() == 4.5 and numpy.random.rand() >= 0"
    bot = needs("numpy", use)
    _, (record,) = match(level, bot, "random", budget=2.0)
    assert not record.faults


@pytest.mark.slow
@pytest.mark.parametrize("level", ["reduced", "sandbox"])  # `process` forbids less than `reduced`
def test_scipy_works_where_it_is_allowed(match, needs, level):
    pytest.importorskip("scipy")
    bot = needs("scipy.linalg", "assert scipy.linalg.det([[2.0]]) == 2")
    with pytest.raises(BotError, match=r"No module named 'scipy' here.*bots may import: numpy"):
        match(level, bot, "random")
    _, (record,) = match(level, bot, "random", budget=2.0, packages=("numpy", "scipy"))
    assert not record.faults


def test_with_an_empty_list_no_package_can_be_imported(match, needs):
    with pytest.raises(BotError, match="bots may import: none"):
        match("process", needs("numpy", "pass"), "random", packages=())


def test_a_package_is_found_with_all_its_parts():
    need("process")
    assert parts("numpy")[0].name == "numpy"
    assert [path.name for path in parts("typing_extensions")] == ["typing_extensions.py"]
    assert parts("arena") == []  # ours, and not installed among the others
    assert parts("no_such_package") == []
    assert ALLOWED == ("numpy",)
