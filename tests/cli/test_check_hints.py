"""`arena check` explains the mistakes that beginners make, each with its line and what to do."""

import re

import pytest
from support.cases import case

from arena.sandbox.levels import unavailable

pytestmark = pytest.mark.skipif(
    bool(unavailable("process")), reason=f"no boxes here: {unavailable('process')}"
)

HEAD = "from Players.Player import Player\n\n\nclass Mine(Player):\n"
BODY = "        return observation.get_list_actions()[0]\n"
THINK = "    def think(self, observation, budget):\n" + BODY
JOSE = "# Jos\u00e9\n"

# A file, and texts that the command must show: what is wrong, the line, and what to do.
MISTAKES = {
    "latin-1 in a comment": (
        (JOSE + HEAD + THINK).encode("latin-1"),
        "mine.py, line 1: SyntaxError: Non-UTF-8 code starting with '\\xe9' in file mine.py on line"
        " 1, but no encoding declared",
        "Save the file as UTF-8",
    ),
    "latin-1 further down": (
        (HEAD + "    name = 'Jos\u00e9'\n" + THINK).encode("latin-1"),
        "mine.py, line 5: SyntaxError: Non-UTF-8 code starting with '\\xe9'",
        "Save the file as UTF-8",
    ),
    "an unknown encoding": (
        "# -*- coding: latin-99 -*-\n" + HEAD + THINK,
        "unknown encoding: latin-99",
        "save the file as UTF-8",
    ),
    "a relative import": (
        "import math\nfrom .helper import TABLE\n" + HEAD + THINK,
        "mine.py, line 2: an import that begins with '.' needs a package",
        "Write `from helper import TABLE`",
        "arena bundle mine.py",
    ),
    "a file beside the bot": (
        "TABLE = open('table.txt').read()\n" + HEAD + THINK,
        "line 1 of mine.py: table.txt lies beside your file",
        "arena bundle mine.py --data table.txt",
        'Path(__file__).parent / "table.txt"',
    ),
    "a file beside the bot, in think": (
        HEAD + THINK.replace(BODY, "        open('table.txt')\n" + BODY),
        "line 6 of mine.py: table.txt lies beside your file",
        "arena bundle mine.py --data table.txt",
    ),
    "input": (
        HEAD + THINK.replace(BODY, "        n = input('which? ')\n" + BODY),
        "line 6 of mine.py: nobody can answer `input()` in a match",
        "arena play human random",
    ),
    "input while it is loaded": (
        "n = input()\n" + HEAD + THINK,
        "line 1 of mine.py: nobody can answer `input()` in a match",
    ),
    "too few parameters": (
        HEAD + "    def think(self, observation):\n" + BODY,
        "mine.py, line 5: `think` has too few parameters (self, observation)",
        "Write `def think(self, observation, budget):`",
    ),
    "too many parameters": (
        HEAD + "    def think(self, observation, budget, depth):\n" + BODY,
        "mine.py, line 5: `think` has too many parameters (self, observation, budget, depth)",
        "Write `def think(self, observation, budget):`",
    ),
    "swapped parameters": (
        HEAD + "    def think(self, budget, observation):\n" + BODY,
        "mine.py, line 5: `think` gets the observation first, and then the budget",
        "Write `def think(self, observation, budget):`",
    ),
    "a capital letter": (
        HEAD + THINK.replace("think", "Think"),
        "mine.py, line 5: `Think` is not `think`: capital and small letters count",
        "Write `def think(self, observation, budget):`",
    ),
    "a lambda": (
        HEAD + "    think = lambda self, observation: observation.get_list_actions()[0]\n",
        "mine.py, line 5: `think` has too few parameters (self, observation)",
        "Write `def think(self, observation, budget):`",
    ),
    "a budget by name": (
        HEAD + "    def think(self, observation, *, budget):\n" + BODY,
        "mine.py, line 5: `budget` stands behind the `*`",
        "Write `def think(self, observation, budget):`",
    ),
    "no return": (
        HEAD + THINK.replace("return ", ""),
        "line 5 of mine.py: `think` has no `return` with an action",
        "return observation.get_list_actions()[0]",
    ),
    "no self": (
        HEAD + "    def think(observation, budget):\n" + BODY,
        "mine.py, line 5: `think` has no parameter `self`",
        "Write `def think(self, observation, budget):`",
    ),
    "a constructor without defaults": (
        HEAD + "    def __init__(self, depth, width=2):\n        pass\n\n" + THINK,
        "mine.py, line 5: the constructor of Mine needs depth",
        "Give each parameter a default, as in `depth=...`",
    ),
    "async": (
        HEAD + THINK.replace("def think", "async def think"),
        "mine.py, line 5: `async def think` returns a coroutine and no action",
        "Write `def think(self, observation, budget):`",
    ),
    "yield": (
        HEAD + THINK.replace("return", "yield"),
        "mine.py, line 5: `think` has a `yield`",
        "Write `return`",
    ),
    "small letters": (
        HEAD.replace("Players.Player", "players.Player") + THINK,
        "mine.py, line 1: there is no module 'players.Player': capital and small letters count",
        "Write `from Players.Player import Player`",
    ),
    "small letters in the file": (
        HEAD.replace("Players.Player", "Players.player") + THINK,
        "mine.py, line 1: there is no module 'Players.player'",
        "Write `from Players.Player import Player`",
    ),
    "a module for a class": (
        HEAD.replace("Players.Player", "Players") + THINK,
        "mine.py, line 1: Player is the module here",
        "Write `from Players.Player import Player`",
    ),
    "a syntax error": (
        HEAD + THINK.replace("budget):", "budget)"),
        "mine.py, line 5: expected ':'",
    ),
}


def write_bot(folder, source):
    (folder / "mine.py").write_bytes(source if isinstance(source, bytes) else source.encode())


@pytest.mark.slow
def test_a_frequent_mistake_has_its_line_and_a_hint(arena, tmp_path):
    (tmp_path / "table.txt").write_text("1")
    (tmp_path / "helper.py").write_text("TABLE = 1\n")
    for name, (source, *texts) in MISTAKES.items():
        with case(name):
            write_bot(tmp_path, source)
            done = arena("check", "mine.py", "--positions", 20, "--budget", 0.2)
            assert done.code == 1
            for text in texts:
                assert text in done.out
            can_play = "positions, 0 answered well" in done.out
            assert ("Testing 20 positions" in done.err) == can_play, (
                "nothing is announced too early"
            )
            assert "Traceback" not in done.err


# Unusual files in which nothing is wrong.
UNUSUAL = {
    "a declared encoding": ("# -*- coding: latin-1 -*-\n" + JOSE + HEAD + THINK).encode("latin-1"),
    "a byte-order mark": ("\ufeff" + HEAD + THINK).encode(),
    "other names": HEAD
    + "    def think(self, seen, seconds=1.0, *, depth=2):\n"
    + BODY.replace("observation", "seen"),
    "a lambda": HEAD + "    think = lambda self, seen, seconds: seen.get_list_actions()[0]\n",
    "two thinks": HEAD + THINK + THINK.replace("think(self, observation", "Think(self"),
    "any arguments": HEAD
    + "    def think(self, *args):\n"
    + BODY.replace("observation", "args[0]"),
    "defaults": HEAD
    + "    def __init__(self, depth=3, *more, **others):\n        pass\n\n"
    + THINK,
    "a class above": HEAD.replace("Mine", "Base")
    + "    def think(self, observation, budget):\n        return self.pick(observation)\n\n\n"
    + "class Mine(Base):\n    def pick(self, observation):\n"
    + BODY,
    "a generator inside": HEAD
    + THINK.replace(
        BODY, "        def numbers():\n            yield 1\n\n        numbers()\n" + BODY
    ),
    "a guarded import": "try:\n    from .helper import X\nexcept ImportError:\n    X = 1\n"
    + HEAD
    + THINK,
}


@pytest.mark.slow
def test_an_unusual_bot_in_which_nothing_is_wrong_is_ready(arena, tmp_path):
    for name, source in UNUSUAL.items():
        with case(name):
            write_bot(tmp_path, source)
            done = arena("check", "mine.py", "--positions", 5, "--budget", 20)
            assert done.code == 0, done.out


def test_a_constructor_may_take_the_arguments_of_the_command(arena, tmp_path):
    text = HEAD + "    def __init__(self, depth):\n        self.depth = depth\n\n" + THINK
    write_bot(tmp_path, text)
    assert arena("check", "mine.py(depth=2)", "--positions", 5, "--budget", 20).code == 0
    assert arena("check", "mine.py", "--positions", 5).code == 1


@pytest.mark.slow
def test_the_slowest_line_of_a_bot_that_loads_slowly_is_named(arena, tmp_path):
    slow = "import time\n\nwhile time.process_time() < 1.2:\n    pass\n"
    write_bot(tmp_path, slow + HEAD + THINK)
    done = arena("check", "mine.py", "--positions", 5, "--budget", 20)
    assert done.code == 0
    assert "Line 3 of mine.py, `while time.process_time() < 1.2:`, takes " in done.out
    assert "Every game loads the bot again" in done.out


@pytest.mark.slow
def test_the_line_at_which_loading_does_not_end_is_named(arena, tmp_path):
    constructor = "    def __init__(self):\n        while True:\n            pass\n\n"
    for name, source, place in (
        ("a line", "import math\nwhile True:\n    pass\n" + HEAD + THINK,
         "line 2 of mine.py, `while True:`, did not end in time"),
        ("the constructor", HEAD + constructor + THINK, "the constructor did not end in time"),
    ):  # fmt: skip
        with case(name):
            write_bot(tmp_path, source)
            done = arena("check", "mine.py")
            assert done.code == 1
            assert f"its file and constructor took more than 2 s: {place}" in done.out
            assert "Testing" not in done.err


@pytest.mark.slow
def test_advice_on_copying_fits_the_reason(arena, tmp_path):
    for name, body, said in (
        ("late", "while True:\n            pass", "see that your __deepcopy__ ends"),
        ("ends", "import os\n        os._exit(0)", "do not end the process in __deepcopy__"),
        ("raises", "raise ValueError", "keep no open files, locks or generators in self"),
    ):
        with case(name):
            write_bot(
                tmp_path, HEAD + f"    def __deepcopy__(self, memo):\n        {body}\n" + THINK
            )
            done = arena("check", "mine.py", "--positions", 5, "--budget", 20)
            advice = done.out.partition("cannot be copied")[2].splitlines()[1]
            assert said in advice
            assert ("open files" in advice) == (name == "raises")


@pytest.mark.slow
def test_the_time_of_loading_is_that_by_which_a_game_decides(arena, tmp_path):
    """Compiling this file takes longer than loading may take."""
    write_bot(tmp_path, "if 0:\n" + "    a = [b for b in c]\n" * 10_000 + HEAD + THINK)
    done = arena("check", "mine.py", "--positions", 5, "--budget", 20)
    assert done.code == 0
    [seconds] = re.findall(r"loads in ([\d.]+) s", done.out)
    assert float(seconds) <= 2
