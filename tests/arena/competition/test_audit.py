"""The audit finds every change in the records and in the database."""

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from support import cups

from arena.competition.config.folder import open_competition
from arena.competition.results.audit import audit_phase, of_deal
from arena.replay.files import read_records
from arena.store.catch_up import rebuild


def findings(cup, phase: str = "qualifying", sample: int | None = None) -> list[str]:
    """The findings of the audit about games with a problem."""
    with open_competition(cup) as competition:
        texts = list(audit_phase(competition, competition.settings.phase(phase), sample))
    assert sample or len(texts) == len(cups.lines(cup, phase))
    return [each for each in texts if each]


def file_of(cup) -> Path:
    return sorted((cup / "Out" / "records" / "qualifying").iterdir())[0]


def change(cup, number: int, how: Callable[[dict], None]) -> str:
    """Change a record in its line, which stays as long as it was; returns the game's id."""
    lines = file_of(cup).read_bytes().split(b"\n")
    record = json.loads(lines[number])
    how(record)
    written = json.dumps(record, separators=(",", ":"), ensure_ascii=False).encode()
    lines[number] = written.ljust(len(lines[number]))[: max(len(lines[number]), len(written))]
    assert len(lines[number]) == len(file_of(cup).read_bytes().split(b"\n")[number])
    file_of(cup).write_bytes(b"\n".join(lines))
    return record["id"]


def swap_cards(record: dict) -> None:
    deck = record["deal"]["deck"]
    deck[0], deck[1] = deck[1], deck[0]


def swap_plays(record: dict) -> None:
    first, second = record["moves"][:2]
    first["play"], second["play"] = second["play"], first["play"]


def swap_scores(record: dict) -> None:
    record["scores"] = [record["scores"][1], record["scores"][0], *record["scores"][2:]]
    record["ranks"] = record["ranks"][::-1]


def test_an_audit_of_unchanged_games_finds_nothing(played):
    assert findings(played) == []
    assert findings(played, "final") == []


def test_a_sample_is_as_large_as_asked_for(played):
    with open_competition(played) as competition:
        phase = competition.settings.phase("qualifying")
        assert len(list(audit_phase(competition, phase, 5))) == 5
        assert len(list(audit_phase(competition, phase, 500))) == 24


@pytest.mark.parametrize("how", [swap_cards, swap_plays, swap_scores])
def test_a_record_that_was_changed_is_found(played, how):
    lines = file_of(played).read_bytes().splitlines()
    won = next(number for number, line in enumerate(lines) if b'"ranks":[0,0]' not in line)
    id = change(played, won, how)  # in a draw the scores are equal
    (found,) = findings(played)
    assert id in found


def test_lines_that_changed_places_are_found(played):
    lines = file_of(played).read_bytes().split(b"\n")
    lines[0], lines[1] = lines[1], lines[0]
    file_of(played).write_bytes(b"\n".join(lines))
    assert len(findings(played)) == 2


def test_a_changed_seed_is_found(played):
    (played / "Out" / "seed").write_text("another")
    problems = findings(played)
    assert len(problems) == 24
    assert all("of the phase qualifying from this seed" in said for said in problems)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE game SET result = replace(result, '[0,1]', '[1,0]') WHERE id = ?",
        "UPDATE game SET result = 'a win' WHERE id = ?",
        "UPDATE game SET start = start + 1 WHERE id = ?",
        "UPDATE game SET length = length - 1 WHERE id = ?",
    ],
)
def test_an_edited_database_is_found_and_rebuilt(played, statement):
    before = cups.table(played, "qualifying")
    with open_competition(played) as competition:
        id = next(i for i, r in competition.store.results("qualifying") if r.ranks == (0, 1))
    with sqlite3.connect(played / "Out" / "competition.db") as connection:
        assert connection.execute(statement, [id]).rowcount == 1
    connection.close()
    assert len(findings(played)) == 1
    with open_competition(played, alone=True) as competition:
        rebuild(competition.store)
    assert findings(played) == []
    assert cups.table(played, "qualifying") == before


def test_games_that_are_swapped_in_the_database_are_found(played):
    one, two = (line["id"] for line in cups.lines(played, "qualifying")[:2])
    with sqlite3.connect(played / "Out" / "competition.db") as connection:
        query = "SELECT start, length FROM game WHERE id = ?"
        places = [connection.execute(query, [id]).fetchone() for id in (one, two)]
        for place, id in zip(places, (two, one), strict=True):
            connection.execute("UPDATE game SET start = ?, length = ? WHERE id = ?", [*place, id])
    connection.close()
    problems = findings(played)
    assert len(problems) == 2
    assert all("the database finds another game in its place" in said for said in problems)


def test_a_published_record_and_the_seed_prove_the_deal(played):
    seed = (played / "Out" / "seed").read_text()
    records = [record for _, record in read_records(file_of(played))]
    assert {of_deal(record, seed) for record in records} == {""}
    assert all("its cards are not deal" in of_deal(record, "another") for record in records)
    records[0].fixture = None
    assert "belongs to no competition" in of_deal(records[0], seed)
