"""`arena check`: a student runs the admission test."""

from pathlib import Path

import pytest
from sandbox.conftest import need
from sandbox.hostile_bots import BOTS, finding
from support import cups

from arena.sandbox.levels import unavailable

pytestmark = pytest.mark.skipif(
    bool(unavailable("process")), reason=f"no boxes here: {unavailable('process')}"
)

FEW = ("--positions", 40, "--budget", 0.2)


def test_a_good_bot_is_ready(arena, bot):
    done = arena("check", bot("return observation.get_list_actions()[0]"), *FEW)
    assert done.code == 0
    assert all(line.startswith("ok") for line in done.out.splitlines()[:-1])
    assert "40 positions, 40 legal" in done.out
    assert "Ready to be handed in" in done.out


BAD = {
    "a fault": ("return None", "", "think returned None"),
    "a file": ("open('/tmp/x', 'w')", "", "a file to write (/tmp/x)"),
    "a swallowed file": (
        "try: open('/tmp/x', 'w')\nexcept OSError: pass\nreturn observation.get_list_actions()[0]",
        "",
        "a file to write (/tmp/x)",
    ),
    "the network": (
        "try: socket.socket()\nexcept OSError: pass\nreturn observation.get_list_actions()[0]",
        "import socket",
        "tries to use the network",
    ),
    "a lock": (
        "self.lock = threading.Lock(); return observation.get_list_actions()[0]",
        "import threading",
        "cannot be copied",
    ),
    "too slow": (
        "while observation.main_deck.len() > 26: pass\nreturn observation.get_list_actions()[0]",
        "",
        "no answer within 0.1 s",
    ),
    "a package": ("pass", "import pandas", "bots may import: numpy"),
    "a syntax error": ("return (", "", "line"),
}


@pytest.mark.parametrize("body, top, said", BAD.values(), ids=BAD)
def test_the_problem_of_a_bot_is_named(arena, bot, body, top, said):
    done = arena("check", bot(body, top=top), "--positions", 20, "--budget", 0.1)
    assert done.code == 1
    assert said in done.out
    assert "is not ready" in done.err
    assert "/arena/" not in done.out


def test_an_endless_loop_costs_a_few_budgets_and_is_named(arena, bot):
    done = arena("check", bot("while True: pass"), "--budget", 0.2)
    assert done.code == 1
    assert "500 positions: this takes 2 min if the bot uses its whole budget" in done.err
    assert "3 positions, 0 answered well. The test ended after 3 faults of one kind" in done.out
    assert "no answer within 0.2 s; the bot was in line 6 of mine.py" in done.out
    assert "machine" not in done.out


def test_the_output_of_the_bot_is_shown_on_request(arena, bot):
    prints = bot("print('my hand'); return observation.get_list_actions()[0]")
    done = arena("check", prints, *FEW)
    assert "my hand" not in done.out
    assert "has printed something. To see it, add --show-output" in done.out
    done = arena("check", prints, *FEW, "--show-output")
    assert done.out.count("my hand") == 40
    assert "To see it" not in done.out


def test_a_missing_file_is_refused(arena):
    assert arena("check", "nobody.py").code == 2


def test_an_unknown_level_is_refused(arena, bot):
    done = arena("check", bot("return None"), "--isolation", "sandbx")
    assert done.code == 2
    assert "Did you mean 'sandbox'?" in done.err


@pytest.mark.parametrize("number", [0, -3])
def test_a_bot_needs_at_least_one_position(arena, bot, number):
    done = arena("check", bot("return None"), "--positions", number)
    assert done.code == 2
    assert f"--positions {number} is not possible: give a number from 1 to" in done.err
    assert "Traceback" not in done.err


# The examination does not believe the bot

EXAMINED = [path for path in BOTS if finding(path)]


@pytest.mark.slow
@pytest.mark.parametrize("level", ["sandbox", "reduced"])
@pytest.mark.parametrize("path", EXAMINED, ids=lambda path: path.stem)
def test_a_bot_that_deceives_its_examination_is_refused(arena, path: Path, level: str):
    need(level)
    done = arena("check", path, "--positions", 20, "--budget", 2, "--isolation", level)
    assert done.code == 1
    assert f"NO  {finding(path)}" in done.out
    assert "Ready" not in done.out


@pytest.mark.slow
def test_a_bot_that_deceives_its_examination_is_not_admitted(arena, tmp_path):
    need("sandbox")
    cup = cups.make(tmp_path / "cup")
    settings = cup / "competition.toml"
    settings.write_text(settings.read_text().replace('"process"', '"sandbox"'))
    for path in EXAMINED:
        assert arena("submit", path, "--team", path.stem, "--to", cup).code == 0
    done = arena("admit", cup, "--details")
    assert "0 teams admitted" in done.out, done.out
    for path in EXAMINED:
        assert f"NO  {finding(path)}" in done.out


def test_a_bot_sees_no_trace_of_an_examination_in_its_frames(arena, bot):
    """What it finds in the frames of our code is the same as in a game."""
    need("sandbox")
    looks = bot(
        """
        frame, names = sys._getframe(), []
        while frame:
            names += [frame.f_code.co_name, *sorted(frame.f_locals)]
            texts = map(repr, frame.f_locals.values())
            names += [text[-30:] for text in texts if "Start(" in text]
            frame = frame.f_back
        if observation.main_deck.len() == 28:
            print("SEEN", sorted(set(names)))
        return observation.get_list_actions()[0]
        """,
        top="import sys",
    )
    checked = arena("check", looks, "--positions", 20, "--isolation", "sandbox", "--show-output")
    played = arena("play", looks, "random", "-n", 2, "--isolation", "sandbox", "--show-output")
    seen, expected = (
        {line.partition("SEEN")[2] for line in done.out.splitlines() if "SEEN" in line}
        for done in (checked, played)
    )
    assert seen == expected
    assert "watched=False" in seen.pop()


def test_without_reports_of_the_kernel_the_examination_does_not_vouch_for_the_bot(arena, bot):
    done = arena("check", bot("return observation.get_list_actions()[0]"), "--isolation",
        "process", *FEW)  # fmt: skip
    assert "ok  no files, no network, as far as its own process shows\n" in done.out
