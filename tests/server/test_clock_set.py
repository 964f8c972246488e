"""Somebody sets the clock of the machine: nothing is hidden, and nothing appears too early."""

import json
import subprocess
import sys
from datetime import timedelta
from urllib.request import Request, urlopen

import pytest
from support import cups, shows
from support.drills import LiveSite, wait_until
from support.machine_clock import MachineClock

from arena.competition.config.folder import open_competition
from arena.server.engine.show.staging import open_show
from arena.store.live.codes import make_code
from arena.store.live.heartbeats import heartbeats

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
PAGES = ("/", "/league/", "/league/matches.html", "/league/standings.csv", "/league/records.html")


@pytest.fixture
def clock(tmp_path):
    return MachineClock(tmp_path)


def code_of(folder, name):
    with open_competition(folder) as competition:
        store = competition.store
        return make_code(store.database, store.register(name, name.lower()))


def hand_in(site, code, think):
    answer = None

    def is_taken():
        nonlocal answer
        answer = site.ask("/api/v1/uploads?name=bot.py", code, cups.source(think).encode())
        return answer is not None

    wait_until(is_taken)
    return answer["receipt"]


def games_played(folder):
    with open_competition(folder) as competition:
        return competition.store.count("league")


def games_shown(site):
    """The number of games in the public table of the league."""
    answer = site.ask("/api/v1/live")
    return sum(phase["games"] for phase in answer["phases"]) if answer else 0


def looks_twice(folder, meanwhile):
    """The live lane looks at the competition twice, and `meanwhile` is called again and again."""
    for _ in range(2):
        with open_competition(folder) as competition:
            before = heartbeats(competition.store.database)

            def all_beat(competition=competition, before=before):
                meanwhile()
                after = heartbeats(competition.store.database)
                return all(after[lane].at != beat.at for lane, beat in before.items())

            wait_until(all_beat)


@pytest.mark.slow
@pytest.mark.parametrize("ahead", [-HOUR, HOUR, -400 * DAY, 400 * DAY], ids=str)
def test_pages_stay_and_the_site_stays_ready(tmp_path, clock, ahead):
    teams = {"Ada": cups.FIRST, "Bob": cups.LAST}
    folder = cups.make(tmp_path / "cup", teams=teams)
    with LiveSite(folder, environment=clock.environment) as site:
        wait_until(lambda: site.visit("/readyz")[0] == 200)
        wait_until(lambda: games_shown(site) == 4)
        there = [path for path in PAGES if site.visit(path)[0] == 200]
        assert len(there) >= 4

        def all_are_there():
            assert [path for path in there if site.visit(path)[0] == 200] == there

        all_are_there()
        clock.set(ahead)
        looks_twice(folder, all_are_there)
        wait_until(lambda: site.visit("/readyz")[0] == 200)
        code = code_of(folder, "Cleo")
        receipt = hand_in(site, code, cups.MIDDLE)
        wait_until(lambda: all_are_there() or games_shown(site) == 12)
        assert site.ask(f"/api/v1/uploads/{receipt}", code)["verdict"] == "admitted"
        clock.set(timedelta())
        looks_twice(folder, all_are_there)
        wait_until(lambda: site.visit("/readyz")[0] == 200)


@pytest.mark.slow
@pytest.mark.parametrize("ahead", [-HOUR, HOUR], ids=str)
def test_a_frozen_table_stays_frozen(tmp_path, clock, ahead):
    folder = cups.make(tmp_path / "cup", teams={"Ada": cups.FIRST, "Bob": cups.LAST})
    code = code_of(folder, "Cleo")
    with LiveSite(folder, environment=clock.environment) as site:
        wait_until(lambda: games_shown(site) == 4)
        freeze = [sys.executable, "-m", "arena", "freeze", folder, "league", "--reason", "a thrill"]
        subprocess.run(freeze, check=True, env=site.environment)
        clock.set(ahead)
        hand_in(site, code, cups.MIDDLE)
        wait_until(lambda: games_played(folder) == 12)
        looks_twice(folder, lambda: None)
        assert games_shown(site) == 4
        clock.set(timedelta())
        looks_twice(folder, lambda: None)
        assert games_shown(site) == 4


@pytest.mark.slow
def test_what_is_delayed_does_not_appear_early(tmp_path, clock):
    league = cups.LEAGUE + "delay = 3000\n"
    folder = cups.make(tmp_path / "cup", league, {"Ada": cups.FIRST, "Bob": cups.LAST})
    with LiveSite(folder, environment=clock.environment) as site:
        wait_until(lambda: site.visit("/readyz")[0] == 200)
        clock.set(-HOUR)
        code = code_of(folder, "Cleo")
        hand_in(site, code, cups.MIDDLE)
        wait_until(lambda: games_played(folder) == 12)
        looks_twice(folder, lambda: None)
        assert games_shown(site) == 0
        clock.set(HOUR)  # the delay is over, as far as anybody knows
        wait_until(lambda: games_shown(site) == 12)


@pytest.mark.slow
def test_the_time_of_a_show_does_not_go_back(tmp_path, clock):
    folder = cups.make(tmp_path / "cup", teams={"Ada": cups.FIRST, "Bob": cups.LAST})
    with open_competition(folder) as competition:
        shows.write_script(competition.out, "league")
        token = open_show(competition, "league").partition("#")[2]

    with LiveSite(folder, environment=clock.environment) as site:
        wait_until(lambda: site.visit("/readyz")[0] == 200)

        def projector():
            address = f"http://127.0.0.1:{site.port}/show/state"
            with urlopen(Request(address, headers={"Authorization": f"Show {token}"})) as answer:
                return json.load(answer)

        wait_until(lambda: site.visit("/")[0] == 200)
        before = projector()
        clock.set(-HOUR)
        looks_twice(folder, lambda: None)
        after = projector()
        assert after["now"] >= before["now"]
        assert after["scene"] == before["scene"]
