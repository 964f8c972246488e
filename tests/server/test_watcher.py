"""How the services are looked after, with a clock and processes that a test makes up."""

import logging
import os
from datetime import UTC, datetime
from itertools import pairwise
from types import SimpleNamespace

import pytest

from arena.server import services
from arena.server.options import Options
from arena.server.running import AWAY, LOCKED, UNUSABLE
from arena.server.services import LONGEST_PAUSE, STEADY, Watcher
from arena.server.troubles import Trouble, read_troubles
from arena.server.web.core.services import LANES, dead_services
from arena.store.live.heartbeats import beat


class Stage:
    """The machine of the watcher: `ends` says with which code a service ends, and when."""

    def __init__(self, folder, monkeypatch, names=("admission",)):
        self.now, self.started, self.folder = 0.0, [], folder
        self.codes: dict[str, list[int | None]] = {}
        monkeypatch.setattr(services.subprocess, "Popen", self.start)
        monkeypatch.setattr(services, "log", logging.getLogger("watcher"))
        self.watcher = Watcher(Options(str(folder)), names)
        for each in self.watcher._services:
            each.starts_at = 0.0

    def start(self, command):
        name = command[3]
        self.started.append((name, self.now))
        codes = self.codes.get(name, [])
        code = codes.pop(0) if codes else None
        return SimpleNamespace(poll=lambda: code, pid=4711)

    def go(self, seconds):
        """Let time pass, a look a second."""
        for _ in range(seconds):
            for each in self.watcher._services:
                self.watcher._look_after(each, self.now)
            self.watcher._tell()
            self.now += 1

    def starts(self, name="admission"):
        return [at for each, at in self.started if each == name]


@pytest.mark.parametrize("code", [UNUSABLE, LOCKED, AWAY])
def test_only_the_first_start_may_end_the_site(tmp_path, monkeypatch, code):
    stage = Stage(tmp_path, monkeypatch)
    stage.codes["admission"] = [code]
    with pytest.raises(SystemExit) as ended:
        stage.go(2)
    assert ended.value.code == UNUSABLE
    stage = Stage(tmp_path, monkeypatch)
    stage.codes["admission"] = [-9, *[code] * 20]
    stage.go(600)  # nothing ends it later


def test_the_pause_grows_up_to_a_limit_and_the_others_go_on(tmp_path, monkeypatch, caplog):
    stage = Stage(tmp_path, monkeypatch, ("web", "admission"))
    stage.codes["admission"] = [-9, *[LOCKED] * 7]
    stage.go(300)
    starts = stage.starts()
    pauses = [after - before for before, after in pairwise(starts)]
    assert pauses == sorted(pauses)
    assert pauses[-1] - LONGEST_PAUSE in (0, 1, 2)
    assert len(starts) == 9
    assert stage.starts("web") == [0.0]
    assert "another arena command holds its lock" in caplog.text


def test_web_hears_why_a_service_does_not_run_and_the_log_when_it_works(
    tmp_path, monkeypatch, caplog
):
    stage = Stage(tmp_path, monkeypatch)
    stage.codes["admission"] = [-9, AWAY]
    stage.go(4)
    trouble = read_troubles(tmp_path)["admission"]
    assert (trouble.process, trouble.why) == (0, "the database does not answer")
    stage.go(5)
    assert read_troubles(tmp_path)["admission"].process == 4711
    stage.go(int(STEADY) + 2)
    assert read_troubles(tmp_path) == {}
    assert "admission works again" in caplog.text


def test_a_full_disk_does_not_end_the_watcher(tmp_path, monkeypatch):
    (tmp_path / "Out").write_text("no folder")
    stage = Stage(tmp_path, monkeypatch)
    stage.codes["admission"] = [-9]
    stage.go(5)
    assert len(stage.starts()) == 2


def test_a_service_that_is_starting_again_is_dead_until_its_new_process_gives_a_sign(site):
    """Otherwise `/readyz` would say "ready" at each attempt of a service that cannot start."""
    database, now = site.store.database, datetime.now(UTC)
    for lane in LANES:
        beat(database, lane, "", now)
    assert dead_services(site, {}) == {}
    dead = dead_services(site, {"admission": Trouble("its lock is held", 1, os.getpid() + 1)})
    assert dead == {
        "admission": "the service admission has ended, and is starting again: its lock is held"
    }
    assert dead_services(site, {"admission": Trouble("its lock is held", 1, os.getpid())}) == {}
