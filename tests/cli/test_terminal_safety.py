"""No bot writes control characters to the terminal of the person who examines it."""

import pytest
from support import cups
from support.cases import case

from arena.sandbox.levels import unavailable

pytestmark = pytest.mark.skipif(
    bool(unavailable("process")), reason=f"no boxes here: {unavailable('process')}"
)

# Goes up a line, erases it, writes another verdict, sets the clipboard, and hides what follows.
NASTY = r"\x1b[1A\x1b[2K\x1b[1000D{}\x1b]52;c;aGVsbG8=\x07\x9b2J\u202e\u2028\nok  admitted\x1b[8m"
BOT = f"""
from Players.Player import Player

Mistake = type("Odd{NASTY.format("name")}", (Exception,), {{}})

class Mine(Player):
    def __str__(self):
        return "Mine{NASTY.format("called")}"

    def __deepcopy__(self, memo):
        raise Mistake("{NASTY.format("message")}")

    def think(self, observation, budget):
        print("{NASTY.format("printed")}")
        try:
            open("/{NASTY.format("path")}", "w")
        except (OSError, ValueError):
            pass
        return observation.get_list_actions()[0]
"""
FAILS = BOT.replace("return observation", "raise Mistake('x')\n        return observation")


def assert_harmless(text: str) -> None:
    for line in text.split("\n"):
        assert line.isprintable(), repr(line)
        assert not line.startswith("ok  admitted")


@pytest.mark.slow
def test_a_bot_cannot_change_what_its_examination_says(arena, tmp_path):
    for name, source, said in (("odd", BOT, "cannot be copied"), ("fails", FAILS, "Odd")):
        with case(name):
            path = tmp_path / f"{name}.py"
            path.write_text(source)
            few = ("--positions", 8, "--budget", 10, "--show-output")
            done = arena("check", path, *few)
            assert done.code == 1
            assert_harmless(done.out)
            assert_harmless(done.err)
            assert said in done.out
            assert "is not ready" in done.err


@pytest.mark.slow
def test_a_bot_cannot_change_the_verdict_of_its_admission(arena, tmp_path):
    cup = cups.make(tmp_path / "cup")
    for number, source in enumerate((BOT, FAILS, BOT.replace("raise Mistake", "return 1 #"))):
        path = tmp_path / f"{number}.py"
        path.write_text(source)
        assert arena("submit", path, "--team", f"T{number}", "--to", cup).code == 0
    done = arena("admit", cup)
    assert_harmless(done.out)
    assert_harmless(done.err)
    verdicts = sorted(line for line in done.out.splitlines() if line.startswith("T"))
    assert verdicts == [f"T{number}, version 1: refused" for number in range(3)]
    assert done.out.count("NO  cannot be copied") == 2
    assert done.out.splitlines()[-1] == "0 teams admitted"
