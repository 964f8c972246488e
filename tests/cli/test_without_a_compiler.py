"""Without any compiled module, bots from files play at every level, as README.md promises."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from sandbox.conftest import need
from support.paths import copy_ours
from support.shared import shared_folder

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the levels need Linux"),
]

PLAIN = """
from Players.Player import Player

class Plain(Player):
    def think(self, observation, budget):
        return observation.get_list_actions()[0]
"""
HURDLES = """
import sys
from Players.Player import Player
import numpy

class Curious(Player):
    def think(self, observation, budget):
        for name in ("ctypes", "_ctypes"):
            try:
                __import__(name)
            except ImportError:
                continue
            raise AssertionError(f"{name} was imported")
        for name, module in [*sys.modules.items()]:
            if name.startswith("arena"):
                assert not hasattr(module, "ctypes"), name
                assert not hasattr(module, "libc"), name
        return observation.get_list_actions()[0]
"""


@pytest.fixture(scope="session")
def interpreted(tmp_path_factory) -> Path:
    """A copy of the source without any compiled module, and without what only a clone has."""

    def copy(folder: Path) -> None:
        for room in ("Game", "Players", "arena"):
            copy_ours(room, folder)
        for compiled in folder.rglob("*.so"):
            compiled.unlink()

    return shared_folder(tmp_path_factory, "interpreted", copy)


@pytest.fixture
def run(interpreted, tmp_path):
    def run(*words: object) -> str:
        done = subprocess.run(
            [sys.executable, "-m", "arena", *map(str, words)],
            cwd=tmp_path,
            env=os.environ | {"PYTHONPATH": str(interpreted)},
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run


@pytest.mark.parametrize("source", [PLAIN, HURDLES], ids=["plain", "with numpy"])
@pytest.mark.parametrize("level", ["process", "reduced", "sandbox"])
def test_a_bot_from_a_file_plays_without_faults(run, tmp_path, level, source):
    need(level)
    if source == HURDLES and level == "process":
        pytest.skip("at this level bots may use ctypes")
    (tmp_path / "bot.py").write_text(source)
    options = ("-n", 2, "--isolation", level, "--no-clock", "--strict", "--json")
    played = json.loads(run("play", "bot.py", "random", *options))
    assert played["games"] == 2
    assert played["isolation"] == level
    assert [bot["faults"] for bot in played["bots"]] == [{}, {}]


def test_the_doctor_advises_what_works_without_a_clone(run):
    """Somebody who installed the arena with pip has no Makefile."""
    examined = run("doctor")
    assert "rules: interpreted" in examined
    assert "-m pip install --force-reinstall --no-deps ." in examined
    assert "make " not in examined
