"""Tables fit into the terminal."""

import pytest
from support.cases import case

from arena.cli.tables import TOGETHER, show_table

HEADINGS = ("bot", "won-drawn-lost", "95 % interval", "faults")
ROWS = [
    ("Los Tres Mosqueteros", "1200-30-45", "45-67%", f"24{TOGETHER}forfeit, 16{TOGETHER}timeout"),
    ("José 東京", "3-0-0", "5-6%", "none"),
]


@pytest.fixture
def table(monkeypatch, capsys):
    def show(columns: int) -> list[str]:
        monkeypatch.setenv("COLUMNS", str(columns))
        show_table(HEADINGS, ROWS, left=(0, 3))
        return capsys.readouterr().out.splitlines()

    return show


def test_no_line_is_wider_than_the_terminal(table):
    for columns in range(45, 120):
        with case(str(columns)):
            lines = table(columns)
            assert max(map(len, lines)) <= columns
            for word in ("forfeit,", "16 timeout", "Mosqueteros", "interval", "1200-30-45"):
                assert any(word in line for line in lines)


def test_a_wide_terminal_gets_one_line_for_each_row(table):
    head, rule, *rows = table(120)
    assert "won-drawn-lost" in head
    assert set(rule) == {"─"}
    assert len(rows) == 2


def test_a_very_narrow_terminal_gets_a_list(table):
    lines = table(30)
    assert lines[0] == "bot Los Tres Mosqueteros"
    assert "  faults: 24 forfeit, 16 timeout" in lines


def test_columns_stay_below_each_other_with_wide_letters(table):
    _, _, first, second = table(120)
    assert first.index("1200-30-45") + len("1200-30-45") == second.index("3-0-0") + len("3-0-0") + 2
