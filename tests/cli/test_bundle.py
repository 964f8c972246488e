"""`arena bundle` and `arena new --package`: bots of several files."""

from pathlib import Path

import pytest
from support.cases import case

HELPED = """\
import json
from Players.Node import choose
from Players.Player import Player
from pathlib import Path
WEIGHTS = Path(__file__).parent / "weights.json"

class Mine(Player):
    def __init__(self):
        self.weights = json.loads(WEIGHTS.read_text())
    def think(self, observation, budget):
        return choose(observation)
"""
NODE = "def choose(o):\n    return o.get_list_actions()[0]\n"


@pytest.fixture
def helped(tmp_path, monkeypatch):
    """A bot in RoboBrisca's layout, with a helper and data beside it."""
    monkeypatch.chdir(tmp_path)
    Path("bots").mkdir()
    Path("bots/mine.py").write_text(HELPED)
    Path("bots/Node.py").write_text(NODE)
    Path("bots/weights.json").write_text("{}")


@pytest.mark.slow
def test_a_bot_with_a_helper_is_bundled_as_the_message_says_and_plays(arena, helped):
    words = ("bots/mine.py", "random", "-n", 2, "--isolation", "process", "--strict")
    refused = arena("play", *words)
    assert refused.code == 2
    assert "No module named 'Players.Node' here" in refused.err
    assert "`arena bundle BOT.py` makes a package with it" in refused.err
    made = arena("bundle", "bots/mine.py")
    assert made.code == 0
    assert "To add it: --data weights.json" in made.err
    made = arena("bundle", "bots/mine.py", "--data", "bots/weights.json", "-o", "out.zip")
    assert made.err == ""
    assert "out.zip: 3 files" in made.out
    assert "mine.py   the bot" in made.out
    assert arena("play", "out.zip", *words[1:]).code == 0
    checked = arena("check", "out.zip", "--positions", 20, "--isolation", "process")
    assert checked.code == 0
    assert "ok  3 files, " in checked.out
    assert "ok  no files, no network" in checked.out
    small = ("--submission-size", "100 B", "--positions", 20, "--isolation", "process")
    assert "NO  3 files" in arena("check", "out.zip", *small).out


def test_a_bundle_without_a_helper_that_the_bot_imports_has_a_remark(arena, helped):
    assert "imports Players" not in arena("bundle", "bots/mine.py").err
    Path("bots/Node.py").unlink()
    made = arena("bundle", "bots/mine.py")
    assert made.code == 0
    assert made.err.count("the bot imports Players.Node, which is no module of the arena") == 1


def test_a_new_package_plays_is_bundled_and_is_run_again(arena, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert "my_idea/bot.py   class MyIdea(Player)" in arena("new", "my_idea", "--package").out
    assert {path.name for path in Path("my_idea").iterdir()} == {
        "bot.py", "judging.py", "weights.json",
    }  # fmt: skip
    assert "It is your folder" in arena("new", "my_idea", "--package").err
    told = arena("bundle", "my_idea")
    assert "my_idea.zip: 3 files" in told.out
    here = ("--isolation", "inprocess", "--save", "saved", "--json")
    bots = arena("play", "my_idea", "my_idea.zip", "-n", 2, *here).json["bots"]
    assert [bot["faults"] for bot in bots] == [{}, {}]
    assert arena("repro", "saved/games.jsonl", "--ply", 3).code == 0
    Path("my_idea/judging.py").write_text("def choose(*_):\n    1 / 0\n")
    for ply in range(2):
        told = arena("repro", "saved/games.jsonl", "--ply", ply)
        if "has changed since this game" in told.err:
            told = arena("repro", "saved/games.jsonl", "--ply", ply, "--bot", "my_idea")
            assert "has changed since this game" in told.out
            assert "ZeroDivisionError" in told.out
            break
    else:
        pytest.fail("no move was of the changed package")


def test_an_impossible_bundle_is_refused_in_a_sentence(arena, helped):
    Path("bots/syntax.py").write_text("class (:\n")
    Path("bots/random.py").write_text(HELPED)
    Path("bots/link").symlink_to("/dev/zero")
    Path("secret.txt").write_text("x")
    for words, said in {
        "bots/nosuch.py": "there is no such file",
        "bots/syntax.py": "syntax.py, line 1: invalid syntax",
        "bots/random.py": "random is the name of a module of Python",
        "bots/weights.json": "a bot is a Python file",
        "bots": "is a symbolic link",
        "bots/mine.py -o out.tar": "the name of a package must end in .zip",
        "bots/mine.py -o no/such/out.zip": "cannot be written",
        "bots/mine.py --data secret.txt": "move the data beside the bot",
        "bots/mine.py --data nosuch.txt": "there is no such file",
        "bots/mine.py --data bots/link": "move the data beside the bot",
    }.items():
        done = arena("bundle", *words.split())
        with case(words):
            assert done.code == 2
            assert said in done.err
            assert not list(Path().rglob("out.*"))
    assert not Path("bots.zip").exists()
