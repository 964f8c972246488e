"""Bots that are packages play at every level, and see the files of their own package only."""

import pickle
import shutil
import sys
import tempfile
from pathlib import Path

import msgspec
import pytest

import Players.learned.policy as learned
from arena.bots.archive import archive_of
from arena.bots.bot import find
from arena.learn.training.export import About, bot_text
from arena.sandbox.host.cleanup import place_in_memory, prefix

BOT = """
import importlib.resources, json, os, pkgutil, sys
from pathlib import Path

import helper
import Players.helper
from data import tables
from Players.helper import Net
from Players.MyHeuristic import MyHeuristic
from Players.Player import Player

HERE = Path(__file__).parent
WEIGHTS = json.loads((HERE / "weights.json").read_text())


def stamps():
    paths = [HERE, *HERE.rglob("*")]
    assert len(paths) > 5, paths
    found = [(s.st_mtime_ns, s.st_atime_ns) for s in map(os.stat, paths)]
    for path in paths:
        path.is_dir() or path.read_bytes()
    return found


BEFORE = stamps()


class Packed(Player):
    def __init__(self):
        self.net = Net(WEIGHTS["w"])
        helper.made.append(self)
        assert helper.made == [self], "another player uses the same module"

    def think(self, observation, budget):
        import late
        assert late.helper is helper is Players.helper
        table = importlib.resources.files("data") / "table.txt"
        assert table.read_text() == pkgutil.get_data("data", "table.txt").decode() == "12"
        trained = late.pickle.loads((HERE / "net.pkl").read_bytes())
        assert type(trained) is Net and trained.w == 7
        assert self.net.w == [3, 1] and tables.SIZE == 12
        {checks}
        return observation.get_list_actions()[0]

    def __str__(self):
        return "Packed"
"""
# In a box nothing of the package can be changed, and its times reveal nothing.
IN_A_BOX = """
        assert stamps() == BEFORE, "reading leaves a trace"
        assert {mtime for mtime, _ in BEFORE} == {0}
        for change in (
            lambda: (HERE / "weights.json").write_text("{}"),
            lambda: (HERE / "diary.txt").write_text("x"),
            lambda: (HERE / "data").chmod(0o777),
            lambda: (HERE / "net.pkl").unlink(),
            lambda: os.utime(HERE / "helper.py", (5, 5)),
        ):
            try:
                change()
            except OSError:
                continue
            raise AssertionError("it could change its package")
"""
# Where there is a file system of its own, the box has no other bot in it.
ALONE = """
        assert str(HERE) == "/bot" and not os.path.exists("/bot/other.txt")
"""
HELPER = "made = []\nclass Net:\n    def __init__(self, w): self.w = w\n"
OTHER = """
import os
from pathlib import Path
import helper
from Players.Player import Player

class Other(Player):
    def think(self, observation, budget):
        assert helper.NAME == "of the other bot"
        {checks}
        return observation.get_list_actions()[-1]
"""
OTHERS_CHECKS = "assert {path.name for path in Path('/bot').iterdir()} == {'bot.py', 'helper.py'}"


def trained() -> bytes:
    """A pickle of a `helper.Net`, as a training program beside the bot makes it."""
    space: dict[str, type] = {"__name__": "helper"}
    exec(HELPER, space)
    net = space["Net"](7)
    before = sys.modules.get("helper")
    sys.modules["helper"] = type(sys)("helper")
    vars(sys.modules["helper"]).update(space)
    try:
        return pickle.dumps(net)
    finally:
        del sys.modules["helper"]
        if before is not None:
            sys.modules["helper"] = before


@pytest.fixture
def packages(tmp_path):
    """Two packages, a folder and an archive, for a level with or without a box."""

    def write(*, in_a_box: bool, alone: bool) -> tuple[str, str]:
        checks = IN_A_BOX * in_a_box + ALONE * alone
        files = {
            "bot.py": BOT.replace("{checks}", checks),
            "helper.py": HELPER,
            "late.py": "import pickle\nimport helper\n",
            "weights.json": '{"w": [3, 1]}',
            "data/__init__.py": "",
            "data/tables.py": "SIZE = 12\n",
            "data/table.txt": "12",
        }
        folder = tmp_path / "packed"
        for name, text in files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text)
        (folder / "net.pkl").write_bytes(trained())
        other = {
            "bot.py": OTHER.replace("{checks}", OTHERS_CHECKS if alone else "pass").encode(),
            "helper.py": b"NAME = 'of the other bot'\n",
        }
        path = tmp_path / "other.zip"
        path.write_bytes(archive_of(other))
        return str(folder), str(path)

    return write


SLOW = [pytest.param(level, marks=pytest.mark.slow) for level in ("process", "reduced", "sandbox")]


@pytest.mark.parametrize("level", ["inprocess", *SLOW])
def test_packages_play_at_every_level(match, packages, level):
    bots = packages(in_a_box=level != "inprocess", alone=level == "sandbox")
    _, records = match(level, *bots, games=2, budget=30)
    assert [fault for record in records for fault in record.faults] == []
    assert {bot.name for bot in records[0].bots} == {"Packed", "Other"}
    assert {bot.sha256 for bot in records[0].bots} == {find(bot).sha256 for bot in bots}


@pytest.mark.slow
def test_packages_play_in_containers(match, packages, in_containers):
    _, records = match("docker", *packages(in_a_box=True, alone=True), games=2, budget=30)
    assert [fault for record in records for fault in record.faults] == []


@pytest.mark.slow
def test_an_exported_network_plays_in_containers(match, tmp_path, in_containers):
    """`arena export` made it. In a container numpy must be imported before the box closes."""
    folder = learned.FOLDER / "brisca"
    about = msgspec.json.decode((folder / learned.ABOUT).read_bytes(), type=About)
    (tmp_path / "bot.py").write_text(bot_text(about))
    for file in (learned.WEIGHTS, learned.INPUTS):
        shutil.copy(folder / file, tmp_path)
    _, records = match("docker", str(tmp_path), "random", games=2, budget=30)
    assert [fault for record in records for fault in record.faults] == []


@pytest.mark.slow
def test_a_box_of_a_bot_that_is_one_file_sees_no_package(match, packages, write_bot):
    packed, _ = packages(in_a_box=True, alone=True)
    one = write_bot(
        """
        import os
        assert os.listdir("/bot") == []
        assert not os.path.exists("/bot/weights.json")
        """
    )
    _, (record,) = match("sandbox", packed, one, budget=30)
    assert not record.faults


@pytest.mark.slow
def test_a_fault_names_the_real_file_of_a_package(match, tmp_path):
    (tmp_path / "p").mkdir()
    (tmp_path / "p/bot.py").write_text(
        "from Players.Player import Player\nimport helper\nclass Mine(Player):\n"
        "    def think(self, o, b):\n        return helper.choose(o)\n"
    )
    (tmp_path / "p/helper.py").write_text(
        "from pathlib import Path\ndef choose(o):\n"
        "    return (Path(__file__).parent / 'no.txt').read_text()\n"
    )
    for level in ("process", "sandbox"):
        _, (record,) = match(level, str(tmp_path / "p"), "random", budget=30)
        fault = record.faults[0]
        assert f"No such file or directory: '{tmp_path}/p/no.txt'" in fault.reason
        assert f'File "{tmp_path}/p/helper.py", line 3, in choose' in fault.traceback
        assert "(Path(__file__).parent / 'no.txt').read_text()" in fault.traceback


@pytest.mark.slow
def test_nothing_of_a_package_is_left(match, packages, warm):
    warm("process")  # a fork server keeps its folder

    def folders() -> set[Path]:
        places = [Path(tempfile.gettempdir()), *filter(None, [place_in_memory()])]
        return {path for place in places for path in place.glob(f"{prefix()}*/*")}

    before = folders()
    match("process", *packages(in_a_box=False, alone=False), budget=30)
    assert folders() == before
