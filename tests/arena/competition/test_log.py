"""The log of a competition: numbers, hashes, what follows from its events, and old samples."""

import json
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import update
from support.paths import ROOT

from arena.common.errors import ArenaError
from arena.competition.log import (
    KINDS,
    PAUSE,
    START,
    Arrival,
    Arrived,
    Decision,
    GamesDropped,
    LadderClosed,
    LotsDrawn,
    Overtaken,
    TermsSet,
    VersionsFixed,
    append,
    history,
)
from arena.store import tables
from arena.store.log import SetAside, check_rows, rows_after
from arena.store.store import Store

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
SAMPLES = Path(__file__).with_name("log_samples.json")
PAUSED = Decision(PAUSE, "", NOON, "lunch", phase="league")


@pytest.fixture
def store(tmp_path):
    with Store.open(tmp_path / "competition.db", tmp_path / "records") as opened:
        yield opened


def rows(store):
    with store.database.reading() as connection:
        return rows_after(connection, 0)


def test_an_event_of_each_kind_is_still_read_as_it_was_written():
    """A sample is added with each new kind, and never changed."""
    samples = json.loads(SAMPLES.read_text())
    assert {each["kind"] for each in samples} == set(KINDS)
    for each in samples:
        read = msgspec.json.decode(json.dumps(each["body"]), type=KINDS[each["kind"]])
        written = json.loads(msgspec.json.encode(read))
        assert written == each["body"] | {key: written[key] for key in written}
        assert each["body"].items() <= written.items()


def test_numbers_ascend_and_hashes_follow_from_all_before(store):
    append(store, NOON, PAUSED, LotsDrawn("league", {"Ada": 1}))
    append(store, NOON, Decision(START, "", NOON, "", phase="league"))
    written = rows(store)
    assert [row.number for row in written] == [1, 2, 3]
    assert len({row.hash for row in written}) == 3
    check_rows(written)
    assert (history(store).number, history(store).hash) == (3, written[-1].hash)


def test_a_row_that_was_changed_or_lost_is_found(store):
    append(store, NOON, PAUSED, PAUSED, PAUSED)
    lost = rows(store)
    del lost[1]
    with pytest.raises(ArenaError, match="damaged at number 2"):
        check_rows(lost)
    with store.database.writing() as connection:
        second = tables.log.c.number == 2
        connection.execute(update(tables.log).where(second).values(body="{}"))
    with pytest.raises(ArenaError, match="damaged at number 2"):
        check_rows(rows(store))


def test_a_writer_who_has_not_seen_the_last_event_is_refused_and_nothing_is_added(store):
    append(store, NOON, PAUSED)
    seen = history(store).number
    append(store, NOON, PAUSED, after=seen)
    with pytest.raises(Overtaken):
        append(store, NOON, PAUSED, after=seen)
    assert len(rows(store)) == 2


def test_the_history_says_what_the_events_say(store):
    terms = TermsSet("league", {"games": 2}, ["ada"])
    changed = TermsSet("league", {"games": 4}, ["ada", "bob"])
    append(
        store,
        NOON,
        terms,
        changed,
        VersionsFixed("league", {"ada": 1}),
        LotsDrawn("league", {"Ada": 2}),
        Arrived("ladder", [Arrival(0, "ada", 1, "aa")]),
        GamesDropped("ladder", ["g1"]),
        LadderClosed("ladder", 7),
        PAUSED,
    )
    league, ladder = history(store).phase("league"), history(store).phase("ladder")
    assert (league.began, league.versions, league.lots) == (changed, {"ada": 1}, {"Ada": 2})
    assert ladder.ladder.versions() == {"ada": 1}
    assert (ladder.ladder.dropped, ladder.ladder.closed) == (["g1"], 7)
    assert list(history(store).decisions) == [PAUSED]
    assert history(store).phase("no such phase").began is None


def test_a_history_that_somebody_holds_does_not_change(store):
    append(store, NOON, PAUSED)
    before = history(store)
    append(store, NOON, PAUSED, SetAside("league", [("001.jsonl", 0)]))
    assert (before.number, len(before.decisions), before.phase("league").set_aside) == (1, 1, 0)


KILLED = """
import os, sys
from datetime import UTC, datetime
from pathlib import Path
from sqlalchemy import event
from arena.competition.log import PAUSE, Decision, LotsDrawn, append
from arena.store.store import Store

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
left = int(sys.argv[2])
with Store.open(sys.argv[1], Path(sys.argv[1]).parent) as store:
    @event.listens_for(store.database._writing, "after_cursor_execute")
    def count(*_):
        global left
        left -= 1
        if not left:
            os._exit(9)
    append(store, NOON, Decision(PAUSE, "", NOON, ""), LotsDrawn("league", {"Ada": 1}))
"""


def test_a_writer_that_is_killed_before_its_commit_has_added_nothing(store):
    """And what comes afterwards has the next number. The third statement is the last one."""
    append(store, NOON, PAUSED)
    for statement in (1, 2, 3):
        before = len(rows(store))
        command = [sys.executable, "-c", KILLED, store.database.name, str(statement)]
        assert subprocess.run(command, cwd=ROOT).returncode == 9
        assert len(rows(store)) == before
        append(store, NOON, PAUSED)
        check_rows(rows(store))
        assert len(rows(store)) == before + 1
