"""Packages are read from folders and archives: the same bot both ways, and nothing hostile."""

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from support.archives import BOT, archive, hostile_archives
from support.cases import case

from arena.bots.archive import archive_of
from arena.bots.bot import find, load
from arena.bots.bundle import bundle
from arena.bots.code import BotCode, read_code
from arena.common.errors import BotError

SMALL = 20_000  # bytes, the most in these tests


def refusal(path: Path, **how: bool) -> str:
    with pytest.raises(BotError) as caught:
        read_code(path, SMALL, **how)
    sentence = str(caught.value)
    assert str(path) in sentence
    assert "\n" not in sentence
    return sentence


def folder(path: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        place = path / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)
    return path


def test_a_bot_has_the_same_hash_as_a_folder_and_as_an_archive_however_it_was_packed(tmp_path):
    mine = folder(tmp_path / "mine", {"bot.py": BOT, "help/two.py": "x = 1", "notes.txt": "hi"})
    code = read_code(mine)
    (tmp_path / "bundled.zip").write_bytes(archive_of(code.files))
    names = ["notes.txt", "help/two.py", "bot.py"]
    texts = [(name, (mine / name).read_bytes()) for name in names]
    packed = [
        archive(tmp_path / "other_order.zip", *texts),
        archive(tmp_path / "with_folders.zip", ("help/", b""), *texts[::-1]),
        archive(tmp_path / "in_a_folder.zip", *((f"mine/{name}", text) for name, text in texts)),
        archive(tmp_path / "mac.zip", ("mine/.DS_Store", b"?"), ("__MACOSX/mine/._bot.py", b"?"),
                *((f"mine/{name}", text) for name, text in texts)),
        tmp_path / "bundled.zip",
    ]  # fmt: skip
    folder(mine, {"__pycache__/bot.py": "old", ".git/config": "x"})
    (mine / ".venv").mkdir()
    (mine / ".venv/python").symlink_to(sys.executable)
    os.utime(mine / "bot.py", (1, 1))
    (mine / "bot.py").chmod(0o600)
    for path in (mine, *packed):
        with case(path.name):
            assert read_code(path).sha256 == code.sha256
    (mine / "notes.txt").write_text("ho")
    assert read_code(mine).sha256 != code.sha256


def test_the_hash_is_that_of_sha256sum_of_its_own_lines():
    code = BotCode({"bot.py": b"x\n", "a/b": b""}, "bot.py", is_package=True)
    # find * -type f | xargs sha256sum | LC_ALL=C sort | sha256sum
    assert code.sha256 == "4c39501dfcb20b4aef205d8a047ae8c300f86f43a84ee6ad705ad7b779ed20d5"


@pytest.mark.filterwarnings("ignore:Duplicate name:UserWarning")
def test_a_hostile_archive_is_refused_in_a_sentence(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "bot.zip"
    for name, why in hostile_archives(path):
        with case(name):
            assert why in refusal(path)
    assert os.listdir() == ["bot.zip"]  # noqa: PTH208


def test_an_archive_in_an_archive_is_data(tmp_path):
    inner = archive(tmp_path / "inner.zip", ("../../evil.py", "x")).read_bytes()
    assert load(str(archive(tmp_path / "a.zip", ("bot.py", BOT), ("in.zip", inner)))).name == "Mine"


ODD: dict[str, tuple[Callable[[Path], object], str]] = {
    "a link to a file": (lambda path: path.symlink_to("/etc/passwd"), "is a symbolic link"),
    "a link to a folder": (lambda path: path.symlink_to("/etc"), "is a symbolic link"),
    "a pipe": (os.mkfifo, "is a pipe"),
    "a name that is not text": (
        lambda path: Path(os.fsdecode(bytes(path) + b"\xff")).touch(),
        "is not valid UTF-8",
    ),
    "a huge file": (lambda path: (path.touch(), os.truncate(path, 1 << 40)), "more than 19.53 KiB"),
    "deep folders": (lambda path: folder(path, {"a/" * 12 + "x": ""}), "folders in folders"),
}


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pipes in folders")
def test_a_folder_is_read_without_following_anything(tmp_path):
    for number, (name, (make, why)) in enumerate(ODD.items()):
        mine = folder(tmp_path / str(number), {"bot.py": BOT})
        make(mine / "odd")
        with case(name):
            assert why in refusal(mine)
    (tmp_path / "link").symlink_to(folder(tmp_path / "real", {"bot.py": BOT}))
    assert "is a symbolic link" in refusal(tmp_path / "link", follow=False)
    assert read_code(tmp_path / "link").entry == "bot.py"


def test_the_entry_is_bot_py_or_the_file_that_has_the_player(tmp_path):
    other = {"help.py": "class Tree(dict):\n    pass\n"}
    for number, (files, entry) in enumerate(
        [
            ({"bot.py": "import x", "mine.py": BOT}, "bot.py"),
            ({"mine.py": "x = 1"}, "mine.py"),
            ({"mine.py": BOT, **other}, "mine.py"),
            ({"a/b.py": BOT, "mine.py": BOT, **other}, "mine.py"),
        ]
    ):
        with case(str(files)):
            assert read_code(folder(tmp_path / str(number), files)).entry == entry


def test_bot_py_may_import_its_player_from_a_helper(tmp_path):
    mine = folder(tmp_path / "mine", {"bot.py": "from deep import Mine", "deep.py": BOT})
    assert load(str(mine)).name == "Mine"
    assert load(f"{mine}:Mine").name == "Mine"


NAMED = BOT.replace(
    "    pass", "    def __str__(self):\n        from who import NAME\n        return NAME"
)


def test_two_packages_in_one_process_import_their_own_helpers(tmp_path, monkeypatch):
    """Also when a helper is imported late, and beside a module `who` of the arena's process."""
    monkeypatch.setitem(sys.modules, "who", sys)
    ana = load(str(folder(tmp_path / "ana", {"bot.py": NAMED, "who.py": "NAME = 'Ana'"})))
    eva = load(str(folder(tmp_path / "eva", {"bot.py": NAMED, "who.py": "NAME = 'Eva'"})))
    assert (ana.name, eva.name) == ("Ana", "Eva")
    assert sys.modules["who"] is sys


def test_every_player_of_a_package_has_helpers_of_its_own(tmp_path):
    counts = "import helper\n" + BOT.replace("pass", "def __init__(self): helper.seen.append(1)")
    make = find(str(folder(tmp_path / "a", {"bot.py": counts, "helper.py": "seen = []"}))).make
    for _ in range(2):
        kind = type(make(1))
        assert kind.__init__.__globals__["helper"].seen == [1]
    assert "helper" not in sys.modules


def test_a_helper_is_also_found_in_players_but_never_instead_of_a_house_module(tmp_path):
    import Players.MyHeuristic

    text = (
        "import Node, Players.Node\nfrom Players import Node as third\n"
        "from Players.MyHeuristic import MyHeuristic\nimport MyHeuristic as own\n" + BOT +
        "    def __str__(self):\n"
        "        return f'{Node is Players.Node is third} {MyHeuristic.__module__} {own.x}'\n"
    )  # fmt: skip
    mine = folder(tmp_path / "mine", {"bot.py": text, "Node.py": "", "MyHeuristic.py": "x = 1"})
    assert load(str(mine)).name == "True Players.MyHeuristic 1"
    assert not hasattr(Players, "Node")


def test_an_error_in_a_helper_names_its_file_and_line(tmp_path):
    for text, said in {
        "x = 1\n1 / 0": "line 2: importing it raised ZeroDivisionError",
        "x = (": "line 1: '(' was never closed",
        "\nimport no_such": "`arena bundle BOT.py` makes a package with it",
    }.items():
        mine = folder(tmp_path / "mine", {"bot.py": "import helper\n" + BOT, "helper.py": text})
        with case(text), pytest.raises(BotError) as caught:
            load(str(mine))
        assert str(caught.value).startswith(f"{mine}/helper.py, line ")
        assert said in str(caught.value)


def test_a_bundle_has_what_the_bot_imports_from_beside_it(tmp_path):
    mine = folder(
        tmp_path / "Players",
        {
            "Mine.py": "from Players.Node import Node\nimport numpy, json\nfrom pack import tree\n"
            "from Players.MyHeuristic import MyHeuristic\nW = 'weights.txt'\n" + BOT,
            "Node.py": "import importlib\nimportlib.import_module('late')\nclass Node: pass",
            "late.py": "import Mine",
            "pack/__init__.py": "",
            "pack/tree.py": "from . import leaf",
            "pack/leaf.py": "",
            "pack/unused.py": "",
            "unused.py": BOT,
            "weights.txt": "3",
        },
    )
    made = bundle(mine / "Mine.py")
    assert {*made.code.files} == {
        "Mine.py", "Node.py", "late.py", "pack/__init__.py", "pack/tree.py", "pack/leaf.py",
    }  # fmt: skip
    assert made.code.entry == "Mine.py"
    assert made.remarks == ["the bot names weights.txt, which is beside it. To add it: "
                            "--data weights.txt"]  # fmt: skip
    made = bundle(mine / "Mine.py", [mine / "weights.txt"])
    assert made.code.files["weights.txt"] == b"3"
    assert not made.remarks
    path = tmp_path / "mine.zip"
    path.write_bytes(archive_of(made.code.files))
    assert load(str(path)).name == "Mine"


def test_a_bundle_of_a_bot_that_imports_another_bot_says_which_one_plays(tmp_path):
    other = BOT.replace("Mine", "Other")
    mine = folder(tmp_path, {"Mine.py": "from Other import Other\n" + BOT, "Other.py": other})
    made = bundle(mine / "Mine.py")
    assert made.code.files["bot.py"] == b"from Mine import Mine  # the bot of this package\n"
    path = tmp_path / "mine.zip"
    path.write_bytes(archive_of(made.code.files))
    assert load(str(path)).name == "Mine"
