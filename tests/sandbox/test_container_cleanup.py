"""Cleaning up after killed arenas in the Docker engine. The test plays the engine.

In test_docker.py, arenas with a real engine are killed at random moments.
"""

import os
import subprocess
import tempfile
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from docker.errors import APIError, NotFound

from arena.common.errors import Unavailable
from arena.sandbox.docker import container_cleanup
from arena.sandbox.docker.container_cleanup import OWNER, remove, remove_for_good, remove_orphans
from arena.sandbox.host.cleanup import identity, is_alive, prefix, sweep

NAMESPACE = Path("/proc/self/ns/pid").stat().st_ino
DEAD = f"4194304-1-{NAMESPACE}"  # no process has such a large number
NAME = f"card-arena-{DEAD}-door_x"
OURS = {OWNER: identity(os.getpid())}


class Engine:
    """Containers by name. Those in the making have their name, but are in no list yet."""

    def __init__(self) -> None:
        self.api = self
        self.listed: dict[str, dict[str, str]] = {}
        self.making: dict[str, int] = {}  # name -> for how many more questions
        self.sticks = False

    def containers(self, **_: Any) -> list[dict[str, Any]]:
        return [{"Id": name, "Labels": labels} for name, labels in self.listed.items()]

    def create_container(self, image: str, name: str, labels: dict[str, str], **_: Any) -> None:
        self._time_passes()
        if name in self.listed or name in self.making:
            raise APIError("taken", response=SimpleNamespace(status_code=409))
        self.listed[name] = labels

    def remove_container(self, name: str, force: bool) -> None:
        if name not in self.listed:
            raise NotFound("none", response=SimpleNamespace(status_code=404))
        if not self.sticks:
            del self.listed[name]

    def _time_passes(self) -> None:
        self.making = {name: left - 1 for name, left in self.making.items()}
        for name in [name for name, left in self.making.items() if not left]:
            del self.making[name]
            self.listed[name] = {OWNER: DEAD}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The folder of an arena that was killed while the engine made a container for it."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    result = tmp_path / NAME
    (result / "door").mkdir(parents=True)
    return result


def test_a_container_that_was_still_being_made_goes_too(folder):
    engine = Engine()
    engine.making[NAME] = 5
    remove_orphans(engine, OURS)
    assert not engine.listed
    assert not engine.making
    assert not folder.exists()


def test_where_there_was_no_container_none_is_left(folder):
    engine = Engine()
    remove_orphans(engine, OURS)
    assert not engine.listed
    assert not folder.exists()


def test_containers_of_running_arenas_stay(folder):
    engine = Engine()
    engine.listed = {"theirs": OURS, "left": {OWNER: DEAD}}
    remove_orphans(engine, OURS)
    assert engine.listed == {"theirs": OURS}


def test_the_folder_of_a_running_arena_stays(folder):
    mine = folder.with_name(f"{prefix()}door_x")
    mine.mkdir()
    remove_orphans(Engine(), OURS)
    assert mine.exists()


def test_an_arena_without_docker_leaves_socket_folders_to_one_with_docker(folder):
    other = folder.with_name(f"card-arena-{DEAD}-x")
    other.mkdir()
    sweep()
    assert folder.exists()
    assert not other.exists()


def test_an_engine_that_removes_nothing_is_an_error_with_advice(monkeypatch):
    monkeypatch.setattr(container_cleanup, "REMOVING", 0.1)
    engine = Engine()
    engine.listed, engine.sticks = {"left": {OWNER: DEAD}}, True
    with pytest.raises(Unavailable, match="by hand: docker rm -f left"):
        remove(engine, lambda _: True)
    with pytest.raises(Unavailable, match="by hand: docker rm -f left"):
        remove_for_good(engine, ["left"], OURS)


def test_a_process_of_another_namespace_counts_as_alive():
    """An arena in a container may use the same engine, and its processes have other numbers."""
    assert not is_alive(DEAD)
    assert is_alive(f"4194304-1-{NAMESPACE + 1}")


def test_a_zombie_is_not_alive():
    process = subprocess.Popen(["/bin/true"])
    try:
        owner = identity(process.pid)
        os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
        assert not is_alive(owner)
        assert is_alive(identity(os.getpid()))
    finally:
        process.wait()
