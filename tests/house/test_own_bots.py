"""A user's own bots in Players/ and submissions/ change nothing for the house and its tests."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from sandbox.conftest import need
from support.paths import ROOT, copy_ours
from support.shared import shared_folder

pytestmark = pytest.mark.slow

OWN = "from Players.Player import Player\n\n\nclass {}(Player):\n    pass\n"
PLANTED = {
    "Players/half_done.py": "class Half(\n",
    "Players/long.py": f"import sklearn, play_match, arena.cli  # as in decision {99}\n"
    + "x = 1\n" * 500 + OWN.format("Settings"),
    "Players/con_init/__init__.py": "",
    "Players/con_init/bot.py": OWN.format("Card"),
    "submissions/half_done.py": "class Half(\n",
    "submissions/mine.rcy": "(game (broken",
}  # fmt: skip
# The tests that list these folders. README's own commands are tried in tests/docs.
LISTING = """
    house/test_shape.py house/test_imports.py house/test_places.py docs/test_links.py
    arena/test_bots.py arena/test_likeness.py cli/test_play.py
"""
SPY = """
from Players.Player import Player

class Spy(Player):
    def think(self, observation, budget):
        for name in ("as_de_copas", "con_init", "con_init.bot"):
            try:
                __import__(f"Players.{name}")
            except ImportError:
                continue
            raise AssertionError(name)
        return observation.get_list_actions()[0]
"""


@pytest.fixture(scope="session")
def clone(tmp_path_factory) -> Path:
    """A copy of the project in which a student has worked."""

    def make(folder: Path) -> None:
        for room in ("Game", "Players", "arena", "bench", "docs", "tests", "tools", "submissions"):
            copy_ours(room, folder)
        for file in ROOT.iterdir():
            if file.is_file() and not file.name.startswith(".git"):
                shutil.copy(file, folder)
        arena(folder, folder, "new", "as_de_copas")
        arena(folder, folder, "new", "mi_paquete", "--package")
        for name, text in PLANTED.items():
            (folder / name).parent.mkdir(exist_ok=True)
            (folder / name).write_text(text)

    return shared_folder(tmp_path_factory, "students-clone", make)


def arena(clone: Path, folder: Path, *words: object) -> subprocess.CompletedProcess[str]:
    return python(clone, folder, "-m", "arena", *words)


def python(clone: Path, folder: Path, *words: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *map(str, words)],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": f"{clone}:{clone / 'tests'}"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )


def test_the_tests_that_list_the_house_pass(clone):
    tests = [clone / "tests" / name for name in LISTING.split()]
    done = python(clone, clone, "-m", "pytest", "-q", "-m", "not slow", "-p", "no:xdist", *tests)
    assert done.returncode == 0, done.stdout[-3000:]


def test_no_output_calls_them_house_bots(clone):
    house, _, yours = arena(clone, clone, "bots").stdout.partition("Your own bots:\n")
    names = ("as_de_copas", "con_init", "half_done", "long", "mi_paquete")
    assert [line.split()[0] for line in yours.splitlines() if line[2] != " "] == [*names]
    assert not any(f"  {name} " in house for name in names)
    for name in names:
        said = arena(clone, clone, "new", name)
        assert said.returncode == 2, name
        assert "house" not in said.stderr, name
        assert "your own bot" in said.stderr.lower() or "your file" in said.stderr, name


@pytest.mark.parametrize("level", ["reduced", "sandbox"])
def test_no_other_bot_sees_their_files(clone, tmp_path, level):
    need(level)
    (tmp_path / "spy.py").write_text(SPY)
    options = ("-n", 2, "--isolation", level, "--no-clock", "--json")
    done = arena(clone, tmp_path, "play", "spy.py", "random", *options)
    assert done.returncode == 0, done.stderr
    assert [bot["faults"] for bot in json.loads(done.stdout)["bots"]] == [{}, {}]


def test_machines_of_a_cluster_stay_the_same(clone):
    """Their code is compared, and own bots travel with the games."""
    ask = "from arena.workers.cluster.facts import code_hash; print(code_hash())"
    with_own = python(clone, clone, "-c", ask).stdout
    assert with_own == python(ROOT, ROOT, "-c", ask).stdout
    assert with_own
