"""An outsider finds every change in a published folder, with its files alone."""

import gzip
import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from support import cups
from support.cases import case

from arena.common.errors import ArenaError
from arena.competition.config.folder import open_competition
from arena.competition.play.phase_state import phase_state
from arena.competition.results.public_audit import audit_public, is_published_folder
from arena.competition.results.published_phase import read_published_phase
from arena.competition.results.publishing import publish, reveal


@pytest.fixture
def public(played) -> Path:
    """A published folder. The final was sealed and then revealed."""
    with open_competition(played, alone=True) as competition:
        publish(phase_state(competition, "qualifying"), False)
        publish(phase_state(competition, "final"), True)
        reveal(competition, "final")
    return played / "Out" / "public"


def problems(public: Path, seed: str | None = None) -> list[str]:
    return [said for phase in audit_public(public, seed) for said in phase.problems]


def change(path: Path, how: Callable[[Any], Any]) -> None:
    """Change a JSON file."""
    value = json.loads(path.read_text())
    how(value)
    path.write_text(json.dumps(value))


def replace(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


def change_record(path: Path, how: Callable[[dict[str, Any]], Any]) -> None:
    """Change the first game of a file."""
    lines = gzip.decompress(path.read_bytes()).splitlines()
    record = json.loads(lines[0])
    how(record)
    lines[0] = json.dumps(record).encode()
    path.write_bytes(gzip.compress(b"\n".join(lines) + b"\n"))


def drop_record(path: Path) -> None:
    """Leave out the first game of a file."""
    lines = gzip.decompress(path.read_bytes()).splitlines(keepends=True)
    path.write_bytes(gzip.compress(b"".join(lines[1:])))


def test_a_published_folder_is_correct_and_says_what_was_checked(public):
    assert is_published_folder(public)
    qualifying, final, files = audit_public(public)
    assert qualifying.problems == final.problems == files.problems == []
    assert qualifying.games == 24
    assert qualifying.checked == [
        "the hash of the seed", "moves and results", "decisions", "schedule", "deals", "lots",
        "standings", "bots",
    ]  # fmt: skip
    assert final.checked[-3:] == ["bracket", "standings", "seal"]
    assert not qualifying.unchecked


def test_deals_cannot_be_checked_before_the_seed_is_published(public):
    change(public / "competition.json", lambda index: index.update(seed=None))
    *phases, _ = audit_public(public)
    for phase in phases:
        assert not phase.problems
        assert "seed is not published" in phase.unchecked[0]


def test_a_sealed_phase_is_named_as_not_checked(played):
    with open_competition(played, alone=True) as competition:
        publish(phase_state(competition, "qualifying"), False)
        publish(phase_state(competition, "final"), True)
    _, files = audit_public(played / "Out" / "public")
    assert (files.problems, files.unchecked) == ([], ["final, because it is sealed"])


def test_every_change_is_found(public, tmp_path):
    changes: dict[str, tuple[str, Callable[[Path], None]]] = {
        "another seed": (
            "does not have the hash",
            lambda p: change(p / "competition.json", lambda index: index.update(seed="mine")),
        ),
        "a move": (
            "Game 1, ",
            lambda p: change_record(
                p / "qualifying/records.jsonl.gz", lambda r: r["moves"][0].update(play="X")
            ),
        ),
        "a lot": (
            "lots are not those",
            lambda p: change(p / "qualifying/lots.json", lambda lots: lots.update(One=9)),
        ),
        "a row": (
            "the row of .*: wins",
            lambda p: change(
                p / "qualifying/standings.json", lambda table: table["teams"][0].update(wins=99)
            ),
        ),
        "the credit": (
            "the row of .*: credit$",
            lambda p: change(
                p / "qualifying/standings.json", lambda table: table["teams"][0].update(credit=99)
            ),
        ),
        "a cell of the CSV": (
            r"standings\.csv is not what the records give",
            lambda p: replace(p / "qualifying/standings.csv", "One", "Two"),
        ),
        "a pair": (
            r"head-to-head\.json is not what the records give",
            lambda p: change(
                p / "qualifying/head-to-head.json", lambda pairs: pairs[0].update(wins=99)
            ),
        ),
        "the faults of the house": (
            "faults of the house bots are not those",
            lambda p: change(
                p / "qualifying/standings.json",
                lambda table: table.update(house_faults={"House 1": {"timeout": 3}}),
            ),
        ),
        "a sentence of the order": (
            "not sorted by the criteria",
            lambda p: change(
                p / "qualifying/standings.json", lambda table: table["order"].reverse()
            ),
        ),
        "a house bot": (
            r"House 2\.py is not the bot that played as House 2",
            lambda p: replace(p / "qualifying/house/House 2.py", "def ", "def  "),
        ),
        "a page": (
            r"qualifying/index\.html is not the file of SHA256SUMS",
            lambda p: replace(p / "qualifying/index.html", "One", "Two"),
        ),
        "a page less": (
            r"qualifying/teams/one\.html is missing",
            lambda p: (p / "qualifying/teams/one.html").unlink(),
        ),
        "a page more": (
            r"qualifying/news\.html is not in SHA256SUMS",
            lambda p: (p / "qualifying/news.html").write_text("One has won"),
        ),
        "a phase less": (
            r"competition\.json does not name the phase final",
            lambda p: change(p / "competition.json", lambda index: index["phases"].pop()),
        ),
        "no list of files": ("SHA256SUMS cannot be read", lambda p: (p / "SHA256SUMS").unlink()),
        "a winner": (
            "bracket.json is not what the records give",
            lambda p: change(
                p / "final/bracket.json",
                lambda tree: tree["rounds"][-1][0].update(winner="Nobody"),
            ),
        ),
        "a game less": (
            "1 game of the schedule is missing",
            lambda p: drop_record(p / "qualifying/records.jsonl.gz"),
        ),
        "another match": (
            "is of the match house bot 1, not house bot 2",
            lambda p: change_record(
                p / "qualifying/records.jsonl.gz",
                lambda r: r["fixture"].update(match="house bot 2"),
            ),
        ),
        "a team in place of another": (
            "teams of final are not those that go on",
            lambda p: change(p / "final/phase.json", lambda phase: phase["teams"].reverse()),
        ),
        "an absence": (
            "One did not play all of qualifying, and no decision says why",
            lambda p: change(
                p / "qualifying/phase.json",
                lambda phase: phase["absent"].append({"team": "One", "first": 1, "last": None}),
            ),
        ),
        "more games than were played": (
            "24 games of the schedule are missing",
            lambda p: change(p / "qualifying/phase.json", lambda phase: phase.update(games=8)),
        ),
        "a sealed file": (
            "hash that sealed.json promised",
            lambda p: (p / "final/matches.html").write_text("other"),
        ),
    }
    for name, (said, how) in changes.items():
        with case(name):
            copy = tmp_path / name / "public"
            shutil.copytree(public, copy)
            how(copy)
            result = problems(copy)
            assert any(re.search(said, each) for each in result), result


def test_a_damaged_or_missing_file_is_named(public):
    for path, text, said in (
        ("qualifying/lots.json", '{"Nobody": 1}', "does not have the lots of all teams"),
        (
            "qualifying/standings.json",
            '{"teams": 3}',
            r"standings\.json is not what the arena writes",
        ),
        ("competition.json", "[]", r"competition\.json is not what the arena writes"),
    ):
        kept = (public / path).read_text()
        (public / path).write_text(text)
        with pytest.raises(ArenaError, match=said):
            problems(public)
        (public / path).write_text(kept)
    phase = public / "final" / "phase.json"
    for text, said in (
        ("{", "does not describe a phase"),
        (phase.read_text().replace('"pairs"', '"dice"'), "does not know"),
        (phase.read_text().replace('"void": []', '"void": ["Nobody"]'), "names teams that do not"),
    ):
        shutil.copyfile(phase, copy := phase.with_suffix(".kept"))
        phase.write_text(text)
        with pytest.raises(ArenaError, match=said):
            read_published_phase(phase.parent)
        copy.rename(phase)
    records = public / "qualifying" / "records.jsonl.gz"
    records.write_bytes(records.read_bytes()[:-20])
    with pytest.raises(ArenaError, match=r"records\.jsonl\.gz is damaged"):
        problems(public)
    records.unlink()
    with pytest.raises(ArenaError, match=r"records\.jsonl\.gz cannot be read"):
        problems(public)


@pytest.mark.slow
@pytest.mark.parametrize(
    "kind, more", [("swiss", "rounds = 3"), ("ladder", "rounds = 3"), ("round-robin", "")]
)
def test_every_kind_of_table_is_computed_again(tmp_path, kind, more):
    phase = f'[[phase]]\nname = "only"\nkind = "{kind}"\ngames = 2\n{more}\n'
    teams = {"One": cups.FIRST, "Two": cups.LAST, "Three": cups.MIDDLE}
    cup = cups.make(tmp_path / "cup", phase, teams)
    cups.play(cup)
    with open_competition(cup, alone=True) as competition:
        publish(phase_state(competition, "only"), False)
    public = cup / "Out" / "public"
    assert problems(public) == []
    change(public / "only/standings.json", lambda table: table["teams"][0].update(share=0.01))
    assert "share" in problems(public)[0]
    if kind == "ladder":
        rows = json.loads((cup / "Out/public/only/standings.json").read_text())["teams"]
        assert sorted(row["ladder"] for row in rows) == [1, 2, 3]
        assert rows == sorted(rows, key=lambda row: -row["skill"])
