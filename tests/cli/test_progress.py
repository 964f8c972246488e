"""Progress bars, and texts that are printed while one is shown."""

import sys
from io import StringIO

from arena.cli.progress import progress_bar, rate_text


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def test_a_text_removes_the_bar_and_the_bar_comes_back(monkeypatch):
    terminal = Terminal()
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys, "stdout", terminal)
    monkeypatch.setattr(sys, "stderr", terminal)
    with progress_bar("bot", 10, "positions") as bar:
        bar.advance(3)
        bar.say("a text")
        bar.advance()
    before, _, after = terminal.getvalue().partition("a text\n")
    assert " 3/10" in before
    assert before.endswith("\x1b[2K")  # the line of the bar is erased
    assert " 4/10" in after


def test_without_a_terminal_a_text_is_only_printed(capsys):
    for lines in (False, True):
        with progress_bar("bot", 10, "positions", lines=lines) as bar:
            bar.say("a text")
        assert capsys.readouterr() == ("a text\n", "")


def test_slow_work_has_a_rate_in_seconds():
    assert rate_text(3, 7.5) == "2 s a game"
    assert rate_text(30, 7.5) == "4 a second"
    assert rate_text(0, 4, "positions") == "4 s a position"
