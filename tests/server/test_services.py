"""A service of the live site ends and cannot start again: the others go on, and it comes back."""

import json
import os
import signal
from contextlib import ExitStack, suppress

import pytest
from support import cups
from support.drills import LiveSite, wait_until
from support.postgres import Server, new_cluster, stop

from arena.competition.config.folder import hold_admission, open_competition
from arena.store.live.codes import make_code
from arena.store.live.events import last_event
from arena.store.live.heartbeats import heartbeats
from arena.store.lock import Taken


def team_code(folder):
    with open_competition(folder) as competition:
        store = competition.store
        return make_code(store.database, store.register("Ada", "ada"))


def is_ready(site):
    return site.visit("/readyz")[0] == 200


def problems(site):
    """What /readyz says is wrong; nothing if all is well."""
    status, text = site.visit("/readyz")
    return " ".join(json.loads(text)["problems"]) if status == 503 else ""


def kill(site, service):
    pid = site.service(service)
    if pid is not None:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def hand_in(site, code):
    bot = cups.source(cups.FIRST).encode()
    answer = site.ask("/api/v1/uploads?name=bot.py", code, bot)
    assert answer is not None
    return answer["receipt"]


def has_verdict(site, code, receipt):
    answer = site.ask(f"/api/v1/uploads/{receipt}", code)
    return answer is not None and answer["verdict"] == "admitted"


@pytest.mark.slow
def test_a_killed_admission_waits_for_a_lock_while_the_site_goes_on(tmp_path):
    """`arena admit` takes the lock of the admission service that was killed."""
    folder = cups.make(tmp_path / "cup")
    code = team_code(folder)
    with LiveSite(folder) as site, ExitStack() as admit:
        wait_until(lambda: is_ready(site))

        def takes_its_lock():
            kill(site, "admission")
            with suppress(Taken):
                admit.enter_context(hold_admission(folder))
                return True
            return False

        wait_until(takes_its_lock)
        wait_until(lambda: "admission" in problems(site) and "lock" in problems(site))
        wait_until(lambda: site.log.read_text().count("Another arena works on") >= 3)
        assert site.process.poll() is None
        assert site.visit("/")[0] == 200
        receipt = hand_in(site, code)
        admit.close()
        wait_until(lambda: has_verdict(site, code, receipt))
        wait_until(lambda: is_ready(site))
    assert "admission has ended" in site.log.read_text()


@pytest.mark.slow
def test_a_killed_admission_waits_for_a_database_that_is_away(tmp_path):
    with ExitStack() as stack:
        cluster = stack.enter_context(new_cluster())
        process = cluster.start(durable=False)
        stack.callback(lambda: stop(process))
        address = Server(cluster.folder).url("postgres")
        folder = cups.make(tmp_path / "cup", top=f'database = "{address}"\n')
        code = team_code(folder)
        site = stack.enter_context(LiveSite(folder))
        wait_until(lambda: is_ready(site))
        stop(process)
        kill(site, "admission")
        wait_until(lambda: site.log.read_text().count("admission has ended") >= 3)
        assert site.process.poll() is None
        assert site.visit("/healthz")[0] == 200
        assert "database" in problems(site)
        process = cluster.start(durable=False)
        wait_until(lambda: is_ready(site))
        receipt = hand_in(site, code)
        wait_until(lambda: has_verdict(site, code, receipt))


@pytest.mark.slow
def test_a_service_with_a_bug_is_started_again_less_and_less_often(tmp_path):
    """The bug is in its database: a note that no version of the arena has written."""
    folder = cups.make(tmp_path / "cup")
    with LiveSite(folder) as site:
        wait_until(lambda: is_ready(site))
        with open_competition(folder) as competition:
            competition.store.set_note("clock", 5)
        wait_until(lambda: "unexpected error" in problems(site))
        wait_until(lambda: "started again in 8 s" in site.log.read_text())
        assert site.process.poll() is None
        assert "Traceback" in site.log.read_text()
        with open_competition(folder) as competition:
            competition.store.set_note("clock", None)
        wait_until(lambda: is_ready(site))


@pytest.mark.slow
def test_a_mistake_at_the_first_start_ends_the_site(tmp_path):
    folder = cups.make(tmp_path / "cup")
    with hold_admission(folder):
        site = LiveSite(folder)
        wait_until(lambda: site.process.poll() is not None)
    assert site.process.returncode == 2
    assert "Another arena works on" in site.log.read_text()


@pytest.mark.slow
def test_a_server_that_has_nothing_to_do_writes_no_events(tmp_path):
    folder = cups.make(tmp_path / "cup", teams={"Ada": cups.FIRST, "Bob": cups.LAST})
    with LiveSite(folder) as site, open_competition(folder) as competition:
        database = competition.store.database
        wait_until(lambda: is_ready(site))

        def is_quiet():
            """Nothing happens while all lanes give five signs of life."""
            before = last_event(database)
            for _ in range(5):
                beats = heartbeats(database)
                wait_until(
                    lambda beats=beats: all(
                        heartbeats(database)[lane].at != beat.at for lane, beat in beats.items()
                    )
                )
            return last_event(database) == before

        wait_until(is_quiet)
