"""Uploads while the deadline passes, others send files, or the disk or the database fails."""

import errno
import os
import signal
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from support import cups
from support.asking import ask
from support.processes import descendants

from arena.competition.config.folder import open_competition
from arena.server.engine.admission.lane import receive_all
from arena.server.engine.admission.orphans import delete_orphans
from arena.server.engine.facts import facts_of
from arena.server.facts import write_facts
from arena.server.web.app import make_app
from arena.server.web.core import intake
from arena.server.web.core.site import Site
from arena.store import clock
from arena.store.database import DatabaseAway
from arena.store.live import uploads
from arena.store.live.codes import make_code
from arena.store.live.uploads import unfinished, uploads_of

DEADLINE = datetime(2026, 4, 3, 12, tzinfo=UTC)


@pytest.fixture
def deadline(cup, tell_again):
    line = f'kind = "round-robin"\ndeadline = {DEADLINE.isoformat()}'
    cups.edit(cup, 'kind = "round-robin"', line)
    tell_again()
    return DEADLINE


def test_the_deadline_is_the_last_moment_and_the_receipt_says_when_the_file_came(
    hand_in, deadline, monkeypatch
):
    answers = []
    for micros in (-1, 0, 1):
        now = deadline + timedelta(microseconds=micros)
        monkeypatch.setattr(Site, "time_of_receipt", lambda self, now=now: now)
        answers.append(hand_in("ada", f"return {micros}"))
    assert [each.status for each in answers] == [201, 201, 403]
    assert datetime.fromisoformat(answers[1].json["received_at"]) == deadline


def test_what_came_in_time_counts_when_the_engine_takes_it_later(
    hand_in, cup, deadline, competition, monkeypatch
):
    monkeypatch.setattr(Site, "time_of_receipt", lambda self: deadline)
    hand_in("ada")
    monkeypatch.undo()
    with open_competition(cup) as later:
        receive_all(later)
    [version] = competition.store.versions()
    assert version.received_at == deadline


def test_a_phase_without_a_deadline_takes_files_also_when_all_its_games_are_played(
    cup, hand_in, tell_again, competition
):
    cups.edit(cup, cups.LEAGUE, cups.LEAGUE + cups.FINAL.replace("qualifying", "league"))
    for team in ("Ada", "Cleo"):
        cups.enter(cup, team, cups.LAST)
    cups.play(cup, "league", open_engine=cups.in_process)
    tell_again()
    hand_in("bob")
    with open_competition(cup) as again:
        receive_all(again)
    [version] = competition.store.versions(competition.store.team("bob"))
    assert version.phase == "league"


def test_a_clock_that_is_set_back_opens_no_deadline_and_changes_no_order(
    hand_in, cup, competition, tell_again, monkeypatch
):
    def at(moment):
        class At(datetime):
            @classmethod
            def now(cls, tz=None):
                return moment

        monkeypatch.setattr(clock, "datetime", At)

    soon = datetime.now(UTC) + timedelta(hours=1)
    line = f'kind = "round-robin"\ndeadline = {soon.isoformat()}'
    cups.edit(cup, 'kind = "round-robin"', line)
    tell_again()
    at(soon - timedelta(minutes=1))
    first = hand_in("ada", "return 1")
    at(soon - timedelta(minutes=30))
    second = hand_in("ada", "return 2")
    assert first.json["received_at"] == second.json["received_at"]
    receive_all(competition)
    hashes = [version.sha256 for version in competition.store.versions()]
    assert hashes == [first.json["sha256"], second.json["sha256"]]
    at(soon + timedelta(minutes=1))
    assert hand_in("ada", "return 3").status == 403
    at(soon - timedelta(minutes=1))
    assert hand_in("ada", "return 4").status == 403


def test_two_files_of_a_team_at_the_same_time_both_count(site, competition):
    """They are sent by several threads at once, as by several web processes."""
    bodies = [intake.Body(cups.source(f"return {n}").encode(), f"{n}" * 64) for n in range(6)]
    with ThreadPoolExecutor(6) as threads:
        taken = list(threads.map(lambda body: intake._take(site, "ada", ".py", body)[0], bodies))
    assert len({upload.id for upload in taken}) == 6
    receive_all(competition)
    numbers = [version.number for version in competition.store.versions()]
    assert sorted(numbers) == [1, 2, 3, 4, 5, 6]
    in_order = sorted(taken, key=lambda upload: upload.id)
    versions = {each.sha256: each.number for each in uploads_of(competition.store.database, "ada")}
    assert [versions[upload.sha256] for upload in in_order] == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize("step", ["write", "fsync", "replace"])
def test_a_full_disk_leaves_nothing_and_the_team_is_asked_to_try_again(
    hand_in, cup, competition, monkeypatch, step
):
    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        if step == "fsync":
            patch.setattr(intake.os, "fsync", full)
        else:
            patch.setattr(Path, {"write": "open", "replace": "replace"}[step], full)
        answer = hand_in("ada")
    assert answer.status == 503
    assert int(answer.headers["retry-after"]) > 0
    assert not list(cup.glob("Out/uploads/*"))
    assert not uploads_of(competition.store.database, "ada")
    assert hand_in("ada").status == 201


def test_a_database_that_fails_at_the_commit_loses_no_file(hand_in, competition, monkeypatch):
    """It may have stored the row and could not say so. Then the engine needs the file."""

    def stored_in_silence(*given):
        uploads.add_upload(*given)
        raise DatabaseAway("gone")

    monkeypatch.setattr(intake, "add_upload", stored_in_silence)
    assert hand_in("ada").status == 503
    receive_all(competition)
    assert len(competition.store.versions()) == 1


def test_files_without_a_receipt_are_deleted_later_and_others_stay(hand_in, cup, competition):
    hand_in("ada")
    folder = cup / "Out/uploads"
    for name in ("0123.py", "4567.zip"):
        (folder / name).write_text("x")
    for path in folder.iterdir():
        os.utime(path, (0, 0))
    (folder / "89ab.py").write_text("it is being received")
    delete_orphans(competition)
    [upload] = unfinished(competition.store.database)
    assert sorted(p.name for p in folder.iterdir()) == sorted([f"{upload.receipt}.py", "89ab.py"])


def test_a_file_that_is_gone_does_not_stop_the_others(hand_in, cup, competition):
    hand_in("ada")
    for path in cup.glob("Out/uploads/*"):
        path.unlink()
    hand_in("bob")
    receive_all(competition)
    assert [version.team for version in competition.store.versions()] == ["bob"]
    assert [upload.team for upload in unfinished(competition.store.database)] == ["ada", "bob"]


def test_a_frozen_database_is_away_and_then_comes_back(postgres, tmp_path, monkeypatch):
    monkeypatch.setattr("arena.server.web.core.site.PATIENCE", 0.3)
    folder = cups.make(tmp_path / "cup", top=f'database = "{postgres.emptied()}"\n')
    with open_competition(folder) as competition:
        code = make_code(competition.store.database, competition.store.register("Ada", "ada"))
        write_facts(competition.store, facts_of(competition))
        app = make_app(Site(folder, competition.store, "http://cup.example.org"))
        bearer = {"authorization": f"Bearer {code}"}
        postmaster = int((postgres.folder / "data" / "postmaster.pid").read_text().split()[0])
        processes = [postmaster, *descendants(postmaster)]
        for process in processes:
            os.kill(process, signal.SIGSTOP)
        try:
            away = ask(app, "POST", "/api/v1/uploads?name=bot.py", b"x = 1", bearer)
            alive = ask(app, "GET", "/healthz")
        finally:
            for process in processes:
                os.kill(process, signal.SIGCONT)
        back = ask(app, "POST", "/api/v1/uploads?name=bot.py", b"x = 1", bearer)
    assert (away.status, alive.status, back.status) == (503, 200, 201)
    assert int(away.headers["retry-after"]) > 0
