"""Half a minute without a database: everybody is asked to come back, and nothing is half-done.

The clock of these tests moves only when a lane sleeps, so nobody waits for half a minute.
"""

import errno
import shutil
import time
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from types import SimpleNamespace

import pytest
from support import cups

from arena.common.errors import ArenaError
from arena.competition.config.folder import open_competition
from arena.competition.play.playing import Playing
from arena.match.findings import Step
from arena.server.engine import steady
from arena.server.engine.admission.lane import AdmissionLane
from arena.server.engine.live import lane as live_lane
from arena.server.engine.live.lane import LiveLane
from arena.server.engine.play import lane as play_lane
from arena.server.engine.play.lane import PlayLane
from arena.server.options import Options
from arena.store.database import Database, DatabaseAway
from arena.store.live import uploads
from arena.store.live.events import add_events, events_after, last_event
from arena.store.live.uploads import STORED_WITHIN, steps_of, unfinished, uploads_of

AWAY = 30  # seconds


class Done(Exception):
    """The lane has done its work."""


class Outage:
    """`begin` takes the database away, for all who use it. It comes back when the lanes slept."""

    def __init__(self):
        self.left = 0
        self.began = 0
        self.meanwhile = lambda: None  # is called in the middle of it

    def begin(self):
        self.left = AWAY
        self.began += 1

    def sleep(self, seconds):
        if self.left > 0:
            self.meanwhile()
        self.left = max(0, self.left - seconds)


@pytest.fixture
def outage(monkeypatch):
    outage = Outage()
    for name in ("reading", "writing", "at_one_moment"):
        real = getattr(Database, name)

        @contextmanager
        def use(database, real=real):
            if outage.left:
                raise DatabaseAway("The database secret-host/cup reports an error: gone.")
            with real(database) as connection:
                yield connection

        monkeypatch.setattr(Database, name, use)
    timer = SimpleNamespace(sleep=outage.sleep, monotonic=time.monotonic)
    monkeypatch.setattr(steady, "time", timer)
    return outage


def work(look, is_done):
    """Let a lane work until its work is done."""

    looks = iter(range(100))

    def once():
        next(looks)
        look()
        if is_done():
            raise Done

    with pytest.raises(Done):
        steady.work_steadily(once, 1)


def test_web_asks_everybody_to_come_back_and_stores_nothing(outage, hand_in, visit, cup):
    outage.begin()
    refused = [hand_in("ada")]
    paths = ("/", "/league/", "/team/", "/team/games", "/readyz", "/api/v1/uploads", "/events")
    refused += [visit("GET", path, team="ada") for path in paths]
    assert {each.status for each in refused} == {503}
    assert all(int(each.headers["retry-after"]) > 0 for each in refused)
    assert not any("secret-host" in each.text for each in refused)
    assert visit("GET", "/healthz").status == 200
    assert not list(cup.glob("Out/uploads/*"))
    outage.sleep(AWAY)
    assert hand_in("ada").status == 201


def test_an_examination_begins_again_and_its_steps_are_not_doubled(
    outage, hand_in, cup, competition, caplog
):
    class Examiner:
        def examine(self, examination, bot, goes_on):
            yield Step(True, "it loads")
            if not outage.began:
                outage.begin()
            yield Step(True, "it plays")

    hand_in("ada")
    outage.meanwhile = lambda: hand_in("bob").status == 503 or pytest.fail("it was taken")
    lane = AdmissionLane(Options(str(cup)), competition.store, Examiner())
    database = competition.store.database
    work(lane.look, lambda: not unfinished(database))
    [upload] = uploads_of(database, "ada")
    assert upload.verdict == "admitted"
    assert [step.said for step in steps_of(database, upload)] == ["it loads", "it plays"]
    assert not uploads_of(database, "bob")
    [said] = [each for each in caplog.records if each.name == steady.__name__]
    assert "gone" in said.message


def test_a_lane_says_once_what_is_wrong_and_once_that_it_is_over(outage, caplog):
    full = OSError(errno.ENOSPC, "No space left on device", "/srv/cup/Out")
    looks = iter([None, ArenaError("full"), ArenaError("full"), full, None, None, Done()])

    def look():
        if (error := next(looks)) is not None:
            raise error

    with pytest.raises(Done):
        steady.work_steadily(look, 1)
    said = [each.message for each in caplog.records]
    assert said == ["full", str(full), "The problem is over, and the work goes on."]


def test_no_game_is_lost_or_played_twice(outage, tmp_path, monkeypatch):
    teams = {"Ada": cups.FIRST, "Bob": cups.LAST}
    folder = cups.make(tmp_path / "cup", cups.QUALIFYING, teams)
    undisturbed = shutil.copytree(folder, tmp_path / "undisturbed")

    class Interrupted(Playing):
        def games(self):
            with closing(super().games()) as events:
                for number, event in enumerate(events):
                    if number == 4 and not outage.began:
                        outage.begin()
                    yield event

    def is_over():
        with open_competition(folder) as competition:
            return competition.store.count("qualifying") == 16

    monkeypatch.setattr(play_lane, "Playing", Interrupted)
    work(PlayLane(Options(str(folder)), 1, cups.in_process).look, is_over)
    assert outage.began == 1
    ids = [line["id"] for line in cups.lines(folder, "qualifying")]
    assert len(ids) == len(set(ids)) == 16
    cups.play(undisturbed, open_engine=cups.in_process)
    assert cups.table(folder, "qualifying") == cups.table(undisturbed, "qualifying")


def test_spectators_are_told_later_what_could_not_be_told(outage, cup, competition, monkeypatch):
    def fails_once(*given):
        if not outage.began:
            outage.begin()
        add_events(*given)

    monkeypatch.setattr(live_lane, "add_events", fails_once)
    competition.store.set_note("site", None)  # the engine has told web nothing
    lane, database = LiveLane(), competition.store.database
    now = datetime.now(UTC)
    work(lambda: lane.look(competition, now), lambda: last_event(database) > 0)
    assert [event.kind for event in events_after(database, 0)] == ["site"]


def test_a_file_that_waits_too_long_for_the_database_gets_no_receipt(hand_in, cup, monkeypatch):
    """The play lane relies on it: it begins a phase `STORED_WITHIN` after the deadline."""
    later = STORED_WITHIN.total_seconds() + 1
    slow = SimpleNamespace(monotonic=lambda: time.monotonic() + later)
    with monkeypatch.context() as patch:
        patch.setattr(uploads, "time", slow)
        answer = hand_in("ada")
    assert answer.status == 503
    assert int(answer.headers["retry-after"]) > 0
    assert not list(cup.glob("Out/uploads/*"))
    assert hand_in("ada").status == 201
