"""Many teams come at once: from a table or from a folder. Either all are stored, or nothing."""

import os
import sys
from pathlib import Path

import pytest
from support import cups

from arena.common.errors import ArenaError
from arena.competition.config.folder import open_competition
from arena.competition.entries.roster import read_roster
from arena.competition.entries.submissions import Receipt
from arena.competition.play.submitting import Intake

TABLE = """\
team,file,members,contact,university
Los Ases,a.py,"Ana López; García, José",ases@uji.es,sí
O\u2019Brien,b.py,Pat,,no
Ñandú 2,,,,
"""


@pytest.fixture
def cup(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.py").write_text(cups.source(cups.FIRST))
    (tmp_path / "b.py").write_text(cups.source(cups.LAST))
    return cups.make(tmp_path / "cup")


def submit_all(cup, source) -> list:
    rows = read_roster(source)
    with open_competition(cup, alone=True) as competition:
        return Intake(competition).take_all(rows)


def teams(cup) -> dict[str, tuple]:
    with open_competition(cup) as competition:
        return {team.name: team[3:] for team in competition.store.teams()}


@pytest.mark.parametrize("between", [",", ";", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
def test_a_table_gives_teams_files_and_data(cup, tmp_path, between, encoding):
    table = tmp_path / "teams.csv"
    text = TABLE.replace('"Ana López; García, José"', "\0").replace(",", between)
    table.write_text(text.replace("\0", '"Ana López; García, José"'), encoding)
    first, second, third = submit_all(cup, table)
    assert [each.version.number for each in (first, second)] == [1, 1]
    assert third.name == "Ñandú 2"
    expected = {
        "Los Ases": (("Ana López", "García, José"), "ases@uji.es", True),
        "O\u2019Brien": (("Pat",), "", False),
        "Ñandú 2": ((), "", None),
    }
    assert teams(cup) == expected
    again = submit_all(cup, table)
    assert [each.new for each in again if isinstance(each, Receipt)] == [False, False]
    assert teams(cup) == expected


def test_an_empty_cell_leaves_what_is_known(cup, tmp_path):
    table = tmp_path / "teams.csv"
    table.write_text(TABLE)
    submit_all(cup, table)
    table.write_text("team,contact\nLos Ases,\nO\u2019Brien,pat@x.org\n")
    submit_all(cup, table)
    assert teams(cup)["Los Ases"] == (("Ana López", "García, José"), "ases@uji.es", True)
    assert teams(cup)["O\u2019Brien"] == (("Pat",), "pat@x.org", False)


MISTAKES = [
    ("Bad 1,nosuch.py,,,", "nosuch.py: there is no such file"),
    ("../x,a.py,,,", "cannot be the name of a team"),
    (",a.py,,,", "A team needs a name"),
    ("los ases,b.py,,,", "the team 'los ases' is already in teams.csv, line 2"),
    ("House 1,a.py,,,", "the house bots are called so"),
    ("Bad 2,a.py,,nobody,", "'nobody' is no mail address"),
    ("Bad 3,a.py,Ana;Ana,,", "The member 'Ana' is there twice"),
    ("Bad 4,a.py,,,perhaps", "write yes or no"),
    ("Bad 5,a.py", "it has 2 cells, and the first line has 5"),
    ("Bad 6,teams.csv,,,", "a bot is a Python file"),
]


def test_every_mistake_is_reported_with_its_line_and_nothing_is_stored(cup, tmp_path):
    head, first, *_ = TABLE.splitlines()
    lines = [head, first, *(line for line, _ in MISTAKES)]
    (tmp_path / "teams.csv").write_text("\n".join(lines))
    with pytest.raises(ArenaError) as refused:
        submit_all(cup, Path("teams.csv"))
    *said, last = str(refused.value).splitlines()
    assert last.startswith("Nothing was stored")
    assert len(said) == len(MISTAKES)
    for number, (sentence, (_, expected)) in enumerate(zip(said, MISTAKES, strict=True), start=3):
        assert sentence.startswith(f"teams.csv, line {number}: ")
        assert expected in sentence
    assert teams(cup) == {}
    assert not list((cup / "submissions").iterdir())


@pytest.mark.parametrize(
    "content, said",
    [
        (b"", "line 1: the column 'team' is missing"),
        (b"team,fiel\nx,y\n", "there is no column 'fiel'. Did you mean 'file'?"),
        (b"team,team\nx,y\n", "the column 'team' is there twice"),
        (b"team,file\n", "there is no team in it"),
        (b"team,file\nA\xf1o,a.py\n", "line 2: this is not UTF-8"),
        (b'team,file\n"x,y\n', "line 2: this is not CSV"),
    ],
)
def test_a_table_that_cannot_be_read_is_refused(cup, tmp_path, content, said):
    (tmp_path / "teams.csv").write_bytes(content)
    with pytest.raises(ArenaError) as refused:
        submit_all(cup, tmp_path / "teams.csv")
    assert said in str(refused.value)


def test_a_folder_has_a_bot_for_each_team(cup, tmp_path):
    bots = tmp_path / "bots"
    bots.mkdir()
    (bots / "D'Artagnan.py").write_text(cups.source(cups.FIRST))
    cups.package(bots / "E\u0301quipe 2")  # as macOS writes it
    (bots / ".DS_Store").write_text("")
    assert [each.team.name for each in submit_all(cup, bots)] == ["D'Artagnan", "Équipe 2"]
    assert sorted(path.name for path in (cup / "submissions").iterdir()) == [
        "d'artagnan",
        "equipe 2",
    ]
    (bots / "notes.txt").write_text("")
    (bots / "New.py").write_text(cups.source(cups.LAST))
    with pytest.raises(ArenaError, match=r"notes\.txt: a bot is a Python file"):
        submit_all(cup, bots)
    assert "New" not in teams(cup)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pipes in folders")
def test_a_pipe_is_refused_as_a_table_without_waiting(tmp_path):
    os.mkfifo(tmp_path / "teams.csv")
    with pytest.raises(ArenaError, match="is a pipe: name a regular file"):
        read_roster(tmp_path / "teams.csv")
