"""One's own file on a machine without a sandbox: one question at a terminal, and its answer."""

import os
import pty
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest
from cli.test_elsewhere import ELSEWHERE
from sandbox.conftest import need
from support.paths import ROOT

pytestmark = pytest.mark.slow
QUESTION = "Only if they are yours [y/N]: "
MOVE = "return observation.get_list_actions()[0]"
CTRL_C, CTRL_D = "\x03", "\x04"
MATCH = ("play", "mine.py", "random", "-n", 2)


class Said(NamedTuple):
    code: int
    text: str  # what the screen shows
    asked: int  # the number of questions


@pytest.fixture(autouse=True)
def mine(bot, tmp_path, monkeypatch) -> str:
    """One's own file in this folder, and a home without settings."""
    for name in ("HOME", "XDG_CONFIG_HOME", "APPDATA"):
        monkeypatch.setenv(name, str(tmp_path / "home"))
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    return bot(MOVE)


def at_a_terminal(typed: str, command: list[str]) -> Said:
    """Run the command at a terminal, and type this at each question."""
    child, screen = pty.fork()
    if child == 0:  # the command; it never returns here
        os.execv(command[0], command)
    text, answered = "", 0
    try:
        while some := os.read(screen, 65536):
            text += some.decode()
            if text.count(QUESTION) > answered:
                answered += 1
                os.write(screen, typed.encode())
    except OSError:  # Linux says so when the command has ended
        pass
    os.close(screen)
    return Said(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), text, answered)


@pytest.fixture(params=["darwin", "win32"])
def elsewhere(request) -> list[str]:
    """The command on another system."""
    return [sys.executable, "-c", ELSEWHERE.replace("SYSTEM", repr(request.param))]


@pytest.fixture
def terminal(elsewhere) -> Callable[..., Said]:
    """Runs the command at a terminal of another system."""

    def run(typed: str, *words: object) -> Said:
        return at_a_terminal(typed, [*elsewhere, *map(str, words)])

    return run


def answers() -> list[Path]:
    return list(Path().rglob("own-bots.toml"))


def test_after_a_yes_ones_own_file_plays_and_nothing_is_asked_again(terminal):
    first = terminal("y\n", *MATCH)
    assert (first.code, first.asked) == (0, 1)
    assert "read and change your files" in first.text
    assert "level 'process'" in first.text
    [file] = answers()
    assert str(file.name) in first.text
    for words in (MATCH, ("check", "mine.py", "--positions", 20), ("league", *MATCH[1:])):
        again = terminal("", *words)
        assert (again.code, again.asked) == (0, 0), again.text
    file.unlink()  # as the answer says
    assert terminal("y\n", *MATCH).asked == 1


def test_after_a_no_the_file_is_refused_as_without_a_terminal_and_asked_about_again(terminal):
    for typed in ("n\n", "\n"):
        said = terminal(typed, *MATCH)
        assert (said.code, said.asked) == (2, 1)
        assert "--i-trust-these-bots" in said.text
        assert answers() == []


@pytest.mark.parametrize("typed", [CTRL_C, CTRL_D])
def test_who_leaves_the_question_has_allowed_nothing(terminal, typed):
    said = terminal(typed, *MATCH)
    assert (said.code, said.asked) == (130, 1)
    assert "interrupted" in said.text
    assert "Traceback" not in said.text
    assert answers() == []


def test_where_there_is_a_sandbox_nothing_is_asked():
    need("sandbox")
    said = at_a_terminal("", [sys.executable, "-m", "arena", *map(str, MATCH)])
    assert (said.code, said.asked) == (0, 0), said.text
    assert "level 'process'" not in said.text


def test_a_damaged_answer_is_no_answer(terminal):
    terminal("y\n", *MATCH)
    answers()[0].write_bytes(b"\xff = =")
    assert terminal("n\n", *MATCH).asked == 1


def test_an_answer_that_cannot_be_remembered_holds_for_this_command(terminal):
    Path("home").write_text("not a folder")
    said = terminal("y\n", *MATCH)
    assert (said.code, said.asked) == (0, 1)
    assert "cannot be written" in said.text


def test_a_run_that_was_allowed_can_be_continued(terminal):
    assert terminal("y\n", *MATCH).code == 0
    answers()[0].unlink()
    resumed = terminal("n\n", "play", "--resume", "r1", "-n", 4)
    assert (resumed.code, resumed.asked) == (0, 0), resumed.text


def test_bots_of_the_house_and_the_option_need_no_question(terminal):
    assert terminal("", "play", "osla", "random", "-n", 2).asked == 0
    said = terminal("", *MATCH, "--i-trust-these-bots")
    assert (said.code, said.asked) == (0, 0)
    assert answers() == []


def test_the_answer_is_never_used_for_files_of_others(terminal, shell):
    """A competition's, also if they are named on the command line."""
    assert terminal("y\n", *MATCH).code == 0
    assert shell("init", "cup", "--preset", "robobrisca").code == 0
    assert shell("submit", "mine.py", "--team", "One", "--to", "cup").code == 0
    [theirs] = Path("cup/submissions").glob("*/*.py")
    for words in (("admit", "cup"), ("run", "cup"), ("play", theirs, "random", "-n", 2),
                  ("play", "mine.py", theirs, "-n", 2), ("check", theirs)):  # fmt: skip
        said = terminal("y\n", *words)
        assert said.asked == 0, words
        assert said.code != 0, words
    said = terminal("y\n", "admit", "cup")
    assert "--i-trust-these-bots" in said.text
    shutil.rmtree("cup")


def test_without_a_terminal_nobody_is_asked_and_the_answer_holds(terminal, shell, elsewhere):
    refused = shell(*MATCH, command=elsewhere)
    assert refused.code == 2
    assert "--i-trust-these-bots" in refused.err
    assert QUESTION not in refused.err
    terminal("y\n", *MATCH)
    assert shell(*MATCH, "--json", command=elsewhere).json["games"] == 2


def test_the_doctor_says_what_was_allowed_and_how_to_take_it_back(terminal, shell, elsewhere):
    assert "your own at process, after a question" in shell("doctor", command=elsewhere).out
    terminal("y\n", *MATCH)
    examined = shell("doctor", command=elsewhere).out
    assert f"as you have allowed (remove {answers()[0].resolve()} to be asked again)" in examined
