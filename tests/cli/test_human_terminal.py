"""A person at a real terminal: colours, suit signs, and lines that fit its width."""

import fcntl
import os
import pty
import re
import struct
import sys
import termios
from collections.abc import Callable

import pytest
from support.paths import ROOT

pytestmark = pytest.mark.slow
COLOUR = re.compile(r"\033\[\d+m")
QUESTION = b"? for help: "


@pytest.fixture
def terminal() -> Callable[..., tuple[int, str]]:
    """Plays on a terminal of some columns: types the keys, then Ctrl-D. Returns code and output."""

    def play(columns: int, keys: str, *words: object, **environment: str) -> tuple[int, str]:
        child, screen = pty.fork()
        if child == 0:  # the command; it never returns here
            os.environ.update({"TERM": "xterm", "LANG": "C.UTF-8"} | environment)
            os.execv(sys.executable, [sys.executable, "-m", "arena", "play", *map(str, words)])
        fcntl.ioctl(screen, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        typed = [*(key.encode() + b"\n" for key in keys.split("|")), b"\x04"]
        said = b""
        try:
            while some := os.read(screen, 65536):
                said += some
                if said.endswith(QUESTION) and typed:
                    os.write(screen, typed.pop(0))
        except OSError:  # Linux says so when the command has ended
            pass
        os.close(screen)
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), said.decode()

    return play


@pytest.fixture(autouse=True)
def ours(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.delenv("NO_COLOR", raising=False)


def lines_of(said: str) -> list[str]:
    return [COLOUR.sub("", line) for line in said.replace("\r", "").split("\n")]


@pytest.mark.parametrize("columns", [40, 80, 120])
def test_no_line_is_wider_than_the_terminal_and_no_card_is_broken(terminal, columns):
    code, said = terminal(columns, "?|1|9", "hearts", "human", "random", "-n", 1, "--seed", 3)
    lines = lines_of(said)
    assert code == 0
    assert max(map(len, lines)) <= columns
    assert "10♣" in said
    assert "\033[31mK♥\033[0m" in said
    assert not re.search(r"CLUBS|HEARTS", said)
    assert "Traceback" not in said
    assert lines[-2] == "You have left after 0 of 1 games."  # by Ctrl-D


@pytest.mark.parametrize(
    "environment, signs, colours",
    [({"NO_COLOR": "1"}, True, False), ({"TERM": "dumb"}, False, False), ({}, True, True)],
)
def test_cards_have_signs_and_colours_if_the_terminal_has_them(
    terminal, environment, signs, colours
):
    _, said = terminal(80, "1", "hearts", "human", "random", "-n", 1, "--seed", 3, **environment)
    assert ("K♥" in said) == signs
    assert ("KING HEARTS" in said) != signs
    assert bool(COLOUR.search(said)) == colours


def test_the_cards_of_brisca_have_the_colours_of_their_suits(terminal):
    code, said = terminal(80, "1|q", "human", "osla", "-n", 1, "--seed", 3)
    assert code == 0
    assert "hold \033[33mO7\033[0m \033[31mC4\033[0m \033[32mB2\033[0m\r\n" in said


def test_ctrl_c_at_a_question_ends_the_command_without_a_traceback(terminal):
    code, said = terminal(80, "1|\x03", "human", "osla", "-n", 1, "--seed", 3)
    assert code == 130
    assert "interrupted after 0 of 1 games" in said
    assert "Traceback" not in said
