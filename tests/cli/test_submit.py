"""The organiser collects bots and writes to teams: `submit`, `team`, `admit` and `letters`."""

from pathlib import Path

import pytest
from support import cups
from support.processes import generations, interrupt, wait_until


@pytest.fixture
def cup() -> Path:
    """A competition in the current folder, beside two bots."""
    Path("a.py").write_text(cups.source(cups.FIRST))
    Path("b.py").write_text(cups.source(cups.FIRST))
    return cups.make(Path("cup"))


def test_teams_come_from_a_table_are_shown_and_changed(arena, cup):
    Path("teams.csv").write_text("team,file,contact\nO'Brien,a.py,pat@x.org\nÑandú,b.py,\nEva,,\n")
    done = arena("submit", "--from", "teams.csv", "--to", cup)
    assert done.code == 0
    assert "O'Brien: version 1 for league, received at 2" in done.out
    assert "Eva: registered, no file\n3 teams, 2 new files\n" in done.out
    done = arena("submit", "--from", "teams.csv", "--to", cup)
    assert "this file is version 1 for league already" in done.out
    assert "3 teams, 0 new files" in done.out
    done = arena(
        "team", "ñandú", "--to", cup, "--member", "Ana", "--member", "Luis", "--university"
    )
    assert done.code == 0
    assert arena("team", "--to", cup, "--json").json[1] == {
        "key": "nandu", "name": "Ñandú", "members": ["Ana", "Luis"], "contact": "",
        "university": True,
    }  # fmt: skip
    assert "pat@x.org" in arena("team", "--to", cup).out
    done = arena("letters", cup)
    assert done.out == "3 letters: cup/Out/letters\n"
    assert "No address: Ñandú, Eva." in done.err


def test_a_time_of_receipt_that_is_none_is_refused_with_an_example(arena, cup):
    for time in ("yesterday", "2026-04-03", "2026-13-03T10:00", ""):
        done = arena("submit", "a.py", "--team", "A", "--to", cup, "--received", time)
        assert done.code == 2
        assert "is no date with a time: write 2026-04-03T23:58, or with a zone" in done.err


def test_a_time_of_receipt_keeps_its_zone(arena, cup):
    done = arena("submit", "a.py", "--team", "One", "--to", cup,
                 "--received", "2026-04-03T23:58+09:00", "--reason", "by mail")  # fmt: skip
    assert "received at 2026-04-03 23:58:00 UTC+09:00" in done.out
    done = arena("submit", "a.py", "--team", "One", "--to", cup)
    assert "already, handed in at 2026-04-03 23:58:00 UTC+09:00" in done.out
    assert " UTC" in arena("log", cup).out


@pytest.mark.parametrize(
    "words, said",
    [
        ("submit --to cup", "Give a FILE and --team NAME"),
        ("submit a.py --to cup", "Give a FILE and --team NAME"),
        ("submit a.py --from . --to cup", "--from names all files and teams"),
        ("submit --from . --contact a@b --to cup", "--from names all files and teams"),
        ("submit --from a.py --to cup", "whose name ends in .csv"),
        ("submit --from nosuch.csv --to cup", "there is no such file"),
        ("submit a.py --team X --contact nobody --to cup", "is no mail address"),
        ("team --contact a@b --to cup", "Say which team"),
        ("team Nobody --to cup", "There is no team 'Nobody'"),
        ("letters cup", "There is no team to write to"),
        ("publish cup --home --code", "--code needs a phase"),
        ("admit cup --workers 0", "choose auto, or 1 to 64"),
    ],
)
def test_an_impossible_decision_is_refused_with_one_sentence(arena, cup, words, said):
    done = arena(*words.split())
    assert (done.code, done.out) == (2, "")
    assert said in done.err
    assert len(done.err.splitlines()) == 1
    assert not list((cup / "submissions").iterdir())


def test_admission_warns_of_twins_and_says_so_again(arena, cup):
    arena("submit", "a.py", "--team", "One", "--to", cup)
    arena("submit", "b.py", "--team", "Two", "--to", cup)
    for team in ("One", "Two"):
        arena("accept", team, "--to", cup, "--reason", "a test")
    done = arena("admit", cup)
    assert done.code == 0
    assert done.out == "All files have been examined already.\n2 teams admitted\n"
    assert "alike: One, version 1, and Two, version 1: the files are the same" in done.err
    arena("letters", cup)
    for path in (cup / "Out").rglob("*"):
        assert not path.is_file() or b"alike" not in path.read_bytes()


@pytest.mark.slow
@pytest.mark.parametrize("workers", [1, 2])
def test_ctrl_c_stops_admission_and_the_next_run_continues(arena, started, cup, workers):
    teams = ("One", "Two", "Three", "Four")
    for team in teams:
        cups.hand_in(cup, team, cups.FIRST)
    process = started("admit", cup, "--workers", workers)
    assert "Examining 4 files" in process.stderr.readline()
    wait_until(lambda: generations(process.pid) >= 3 - (workers == 1))  # a bot is in its box
    out, err = interrupt(process)
    assert process.returncode == 130
    assert "Traceback" not in err
    assert "Stopping after the current bots. Press Ctrl-C again to stop now." in err
    assert err.splitlines()[-1].startswith("arena: stopped. The verdicts so far are saved: ")
    assert 1 <= len(out.splitlines()) < 4
    assert all(line.endswith(", version 1: admitted") for line in out.splitlines())
    done = arena("admit", cup)
    assert done.code == 0
    assert len(out.splitlines()) + done.out.count(": admitted\n") == 4
    assert "4 teams admitted" in done.out
