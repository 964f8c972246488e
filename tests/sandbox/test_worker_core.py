"""Which core a worker takes. The tests invent the cores and their work."""

import os
import socket
import subprocess
import sys

import pytest

from arena.sandbox.timing import cores as core

NAME = "\0card-arena/core/"


@pytest.fixture
def machine(monkeypatch) -> dict[int, int]:
    """Two invented cores and their work; the last choice is under "chosen"."""
    free = {9001: 0, 9002: 0}
    monkeypatch.setattr(core, "EVERYWHERE", set(free))
    monkeypatch.setattr(core, "_work", lambda cores: free)
    chosen = [set(free)]
    monkeypatch.setattr(core.os, "sched_getaffinity", lambda _: chosen[-1], raising=False)
    monkeypatch.setattr(
        core.os, "sched_setaffinity", lambda _, cores: chosen.append(cores), raising=False
    )
    return free


def now() -> set[int]:
    return os.sched_getaffinity(0)


def taken_by_another(number: int) -> socket.socket:
    """Another worker of this machine takes a core."""
    claim = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    claim.bind(f"{NAME}{number}")
    return claim


pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Linux only")


def test_a_worker_takes_the_core_with_the_least_work(machine):
    machine[9001] = 5
    with core.own_core():
        assert now() == {9002}
    assert now() == {9001, 9002}


def test_two_workers_take_different_cores(machine):
    with taken_by_another(9001), core.own_core():
        assert now() == {9002}


def test_boxes_are_prepared_on_any_core_that_no_other_worker_has(machine):
    with core.own_core():
        assert core.free_cores() == {9001, 9002}
        with taken_by_another(9002):
            assert core.free_cores() == {9001}
        assert core.free_cores() == {9001, 9002}, "to look is not to take"


def test_a_core_that_is_taken_is_left_alone_however_idle_it_is(machine):
    machine[9002] = 5
    with taken_by_another(9001), core.own_core():
        assert now() == {9002}


def test_more_workers_than_cores_share_the_least_busy(machine):
    machine[9001] = 5
    with taken_by_another(9001), taken_by_another(9002), core.own_core():
        assert now() == {9002}


def test_a_core_is_free_again_when_its_worker_is_done(machine):
    with core.own_core():
        assert now() == {9001}
    with core.own_core():
        assert now() == {9001}


def test_a_core_is_free_again_when_its_worker_was_killed(machine):
    """The worker has no time to clean up."""
    claims = f"import socket, sys; s = socket.socket(1, 2); s.bind({NAME + '9001'!r})"
    worker = subprocess.Popen(
        [sys.executable, "-c", f"{claims}; print(1, flush=True); sys.stdin.read()"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert worker.stdout.readline() == b"1\n"
    with core.own_core():
        assert now() == {9002}
    worker.kill()
    worker.communicate()
    with core.own_core():
        assert now() == {9001}


def test_without_free_cores_a_worker_takes_the_least_busy_one(machine, monkeypatch):
    machine[9001] = 5
    monkeypatch.setattr(core.socket.socket, "bind", forbidden)
    with core.own_core():
        assert now() == {9002}


def forbidden(*_: object) -> None:
    raise PermissionError


STAT = """cpu  9 9 9 9 9 9 9 9 0 0
cpu0 100 1 20 5000 60 3 4 5 0 0
cpu12 1 0 0 7 0 0 0 0 0 0
intr 5 6
"""


def test_the_work_of_a_core_is_all_that_is_not_idle(monkeypatch):
    monkeypatch.setattr(core.Path, "read_text", lambda path: STAT)
    assert core.busy_ticks() == {0: 100 + 1 + 20 + 3 + 4 + 5, 12: 1}
