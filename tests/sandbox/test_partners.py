"""Partners share no fork server and no file, so one cannot see changes by the other."""

import sys
from contextlib import closing
from pathlib import Path

import pytest
from sandbox.conftest import need

from arena.bots.bot import find as find_bot
from arena.sandbox.boxes.commands import box_files
from arena.sandbox.boxes.fork_server import ForkServer
from arena.sandbox.host.bot_folders import NOTHING
from arena.sandbox.host.cleanup import place_in_memory, prefix
from arena.sandbox.host.elf import libraries, read_links
from arena.sandbox.host.small_image import COPIES, sandbox_image
from arena.sandbox.isolation import Isolation
from Game.registry import find

SEES = """
import os, sys
from Players.Player import Player

class Mine(Player):
    def think(self, observation, budget):
        return observation.get_list_actions()[0]

    def __str__(self):
        return str({what})
"""


@pytest.fixture
def ask_boxes(tmp_path, shared_fork_servers):
    """The value of an expression in the boxes of two partners."""

    def ask(level: str, what: str) -> list[str]:
        need(level)
        path = tmp_path / "mine.py"
        path.write_text(SEES.format(what=what))
        game, bot = find("brisca")(), find_bot(str(path))
        with Isolation() as place:
            seats = [place.seat(level, bot, game, 1.0, True) for _ in "AB"]
            return [seat.name() for seat in seats]

    return ask


FILES = {
    "the interpreter": "os.stat(sys.executable)[1:3]",
    "the standard library": "os.stat(os.__file__)[1:3]",
    "the games": "os.stat(sys.modules['Game'].__file__)[1:3]",
    "the packages": "os.stat(sys.modules['msgspec'].__file__)[1:3]",
    "the C library": "[os.stat(f'/usr/lib/{one}')[2] for one in os.listdir('/usr/lib')]",
}


@pytest.mark.parametrize("what", FILES.values(), ids=FILES)
def test_partners_have_different_copies_of_every_file(ask_boxes, what):
    one, other = ask_boxes("sandbox", what)
    assert one != other


def test_a_box_sees_python_the_packages_and_the_games_and_nothing_else(ask_boxes):
    others = "{*os.listdir('/')} - {*'bot box dev lib lib64 packages usr'.split()}"
    assert ask_boxes("sandbox", others) == ["set()", "set()"]
    assert ask_boxes("sandbox", "os.listdir('/bot')") == ["[]", "[]"]
    one, _ = ask_boxes("sandbox", "[os.path.exists(f'/usr/{one}') for one in ('bin/env', 'share')]")
    assert one == "[False, False]"


def test_the_copy_is_invisible_outside():
    """Only the folder of the bots can be seen. Other programs use these folders too."""
    need("sandbox")

    def ours() -> set[Path]:
        return {path for folder in COPIES for path in Path(folder).glob(f"{prefix()}*")}

    before = ours(), set(Path("/mnt").iterdir())
    with closing(ForkServer("sandbox")):
        seen = [[path.name for path in folder.iterdir()] for folder in ours() - before[0]]
        assert seen == [[NOTHING]] * (place_in_memory() is not None)
        assert set(Path("/mnt").iterdir()) == before[1]
    assert ours() == before[0]


def test_an_image_has_all_that_its_programs_link_to():
    made = sandbox_image(("numpy",), box_files(), Path("/nowhere"))
    places = {place for _, place in made.copies}
    python = Path(sys.executable).resolve()
    assert str(python) in places
    for name in read_links(python).needed:
        assert any(place.endswith(f"/{name}") for place in places), name
    interpreter = Path(read_links(python).interpreter)
    assert str(interpreter.parent.resolve() / interpreter.name) in places
    assert not any("_ctypes" in place for place in places)


def test_a_file_that_is_no_program_links_to_nothing():
    assert read_links(Path(__file__)) == ("", [], [])
    assert libraries([Path(__file__)]) == {}
