"""The play lane: what it plays without being told, and how it shares a competition."""

import threading
from datetime import UTC, datetime, timedelta

import pytest
from support import cups
from support.cases import case
from support.processes import wait_until

from arena.common.errors import ArenaError
from arena.competition.config.folder import is_wanted, open_competition
from arena.competition.entries.waiting import SETTLED
from arena.competition.log import history
from arena.competition.play.playing import Playing
from arena.server.engine.play import lane as lanes
from arena.server.engine.play.lane import PlayLane
from arena.server.engine.play.ready import may_play, next_phase
from arena.server.options import Options
from arena.store import clock
from arena.store.live.uploads import add_upload

PAST = datetime(2026, 1, 1, tzinfo=UTC)
FUTURE = datetime(2996, 1, 1, tzinfo=UTC)
TEAMS = {"Ada": cups.FIRST, "Bob": cups.LAST}


@pytest.fixture
def make(tmp_path):
    def do(phases=cups.QUALIFYING, teams=TEAMS):
        return cups.make(tmp_path / "cup", phases, teams)

    return do


def lane_of(folder):
    return PlayLane(Options(str(folder)), 1, cups.in_process)


def games(folder, phase="qualifying"):
    with open_competition(folder) as competition:
        return competition.store.count(phase)


def dated(phases, name, deadline):
    return phases.replace(f'name = "{name}"', f'name = "{name}"\ndeadline = {deadline.isoformat()}')


def test_it_plays_what_arena_run_plays(make, tmp_path):
    folder = make()
    lane_of(folder).look()
    assert games(folder) == 16
    assert cups.play(folder, "qualifying", open_engine=cups.in_process) == 0
    with open_competition(folder) as competition:
        began = history(competition.store).phase("qualifying").began
    assert began.teams


def test_it_goes_on_after_arena_run_and_arena_run_after_it(make, monkeypatch):
    folder, played = make(), []

    class Short(Playing):
        def games(self):
            for event in super().games():
                yield event
                played.append(event)
                if len(played) > 5:
                    self.stop()

    monkeypatch.setattr(lanes, "Playing", Short)
    lane_of(folder).look()
    assert 0 < games(folder) < 16
    assert 0 < cups.play(folder, "qualifying", open_engine=cups.in_process) < 16
    monkeypatch.undo()
    lane_of(folder).look()
    assert games(folder) == 16


def test_one_at_a_time_plays_and_the_other_says_who_does(make):
    folder = make()
    with (
        open_competition(folder, alone=True),
        pytest.raises(ArenaError, match=r"Another arena works on .* process \d+"),
    ):
        lane_of(folder).look()
    assert games(folder) == 0


def test_it_gives_way_to_a_command_and_goes_on_afterwards(make, monkeypatch):
    folder, decided = make(), []

    def decide():
        with open_competition(folder, alone=True) as competition:
            decided.append(competition.store.count("qualifying"))

    class Interrupted(Playing):
        def games(self):
            for number, event in enumerate(super().games()):
                if number == 4:
                    command.start()
                    wait_until(lambda: is_wanted(folder))
                yield event

    command = threading.Thread(target=decide)
    monkeypatch.setattr(lanes, "Playing", Interrupted)
    lane = lane_of(folder)
    lane.look()
    command.join()
    assert 0 < decided[0] < 16
    monkeypatch.undo()
    lane.look()
    assert games(folder) == 16


def test_a_file_that_is_admitted_meanwhile_joins_the_phase(make):
    folder = make(teams={"Ada": cups.FIRST})
    lane = lane_of(folder)
    lane.look()
    assert games(folder) == 8
    lane.look()
    cups.enter(folder, "Bob", cups.LAST)
    lane.look()
    assert games(folder) == 16


def test_without_news_it_does_not_compute_the_schedule_again(make, monkeypatch):
    folder, asked = make(), []
    lane = lane_of(folder)
    monkeypatch.setattr(lanes, "next_phase", lambda c: asked.append(c) or next_phase(c))
    for _ in range(5):
        lane.look()
    assert len(asked) == 3  # before, under the lock, and after the games
    cups.edit(folder, 'name = "Cup"', 'name = "Copa"')
    lane.look()
    assert len(asked) == 4


def test_what_is_played_without_the_organiser(make, tmp_path):
    league, knockout = cups.LEAGUE, cups.LEAGUE.replace("round-robin", "knockout")
    at_once = {
        "a league without a deadline": (league, True),
        "a knockout without a deadline": (knockout, False),
        "a league before its deadline": (dated(league, "league", FUTURE), False),
        "a knockout after its deadline": (dated(knockout, "league", PAST), True),
        "an open ladder before its deadline": (
            dated(league.replace("round-robin", "open-ladder"), "league", FUTURE),
            True,
        ),
        "a league that is not open yet": (
            league.replace('name = "league"', f'name = "league"\nopens = {FUTURE.isoformat()}'),
            False,
        ),
    }
    for number, (name, (phases, expected)) in enumerate(at_once.items()):
        folder = cups.make(tmp_path / str(number), phases)
        with case(name), open_competition(folder) as competition:
            [phase] = competition.settings.phases
            assert may_play(competition, phase, datetime.now(UTC)) is expected


def test_an_open_ladder_is_played_at_once_when_no_other_phase_has_games(make, monkeypatch):
    ladder = dated(cups.LEAGUE.replace("round-robin", "open-ladder"), "league", FUTURE)
    other = cups.LEAGUE.replace('"league"', '"other"')
    folder, lane = make(ladder + other), None

    class Short(Playing):
        def games(self):
            for number, event in enumerate(super().games()):
                if number > 8:
                    self.stop()
                yield event

    monkeypatch.setattr(lanes, "Playing", Short)
    lane = lane_of(folder)
    lane.look()
    assert (games(folder, "league"), games(folder, "other")) == (0, 4)
    lane.look()
    before = games(folder, "league")
    assert before > 0
    cups.enter(folder, "Cid", cups.MIDDLE)
    lane.look()  # the other phase has games again
    assert (games(folder, "league"), games(folder, "other")) == (before, 12)
    lane.look()
    assert any("Cid" in str(line) for line in cups.lines(folder, "league"))


def test_an_open_ladder_makes_way_when_entrants_or_deadlines_change(make, monkeypatch):
    folder = make(cups.LEAGUE.replace("round-robin", "open-ladder"))
    changes = iter(["entries", "entries", "entries", "changed"])
    monkeypatch.setattr(lanes, "time_news", lambda *_: next(changes, "changed"))
    lane_of(folder).look()  # it would never end
    assert 0 < games(folder, "league") <= 8


def test_a_phase_waits_for_the_verdicts_of_all_that_came_in_time(make):
    folder = make(dated(cups.LEAGUE, "league", PAST), {})
    with open_competition(folder) as competition:
        store = competition.store
        [phase] = competition.settings.phases
        team = store.register("Ada", "ada")
        soon = PAST + timedelta(seconds=1)
        assert not may_play(competition, phase, soon)  # a receipt may be on its way
        assert may_play(competition, phase, PAST + 2 * SETTLED)
        late = store.add_version(team, "1" * 64, "f", PAST + timedelta(seconds=1), "league")
        assert may_play(competition, phase, PAST + 2 * SETTLED)
        store.judge(late, "admitted", {})
        in_time = store.add_version(team, "2" * 64, "f", PAST, "league")
        assert not may_play(competition, phase, PAST + 2 * SETTLED)
        store.judge(in_time, "refused", {})
        assert may_play(competition, phase, PAST + 2 * SETTLED)
        add_upload(store.database, "ada", "r", "3" * 64, 1, "f", PAST, since=float("inf"))
        assert not may_play(competition, phase, PAST + 2 * SETTLED)


def test_while_the_clock_is_set_back_the_time_stands_still(competition, monkeypatch):
    now = clock.now(competition.store)[0]

    class Back(datetime):
        @classmethod
        def now(cls, tz=None):
            return datetime.now(tz) - timedelta(hours=3)

    monkeypatch.setattr(clock, "datetime", Back)
    later, warning = clock.now(competition.store)
    assert later >= now
    assert "set back" in warning
