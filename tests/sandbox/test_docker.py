"""The level docker, against a real engine."""

import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from textwrap import dedent, indent
from typing import Any

import pytest
from sandbox.peer import LOAD
from support.paths import ROOT
from support.processes import LONG, numbers, wait_until

from arena.common.errors import ArenaError
from arena.guest.protocol.limits import Limits, Order
from arena.sandbox.docker import docker_engine
from arena.sandbox.docker.container_cleanup import OWNER
from arena.sandbox.docker.containers import Containers
from arena.sandbox.levels import levels_for, unavailable

pytestmark = pytest.mark.slow

DICE = "return self.dice.choice(observation.get_list_actions())"
FIRST = "return observation.get_list_actions()[0]"


def containers_of(pid: int) -> list[dict[str, Any]]:
    """The containers of a process that still exist."""
    with closing(docker_engine.engine()) as client:
        result = client.api.containers(all=True, filters={"label": OWNER})
    return [each for each in result if each["Labels"][OWNER].startswith(f"{pid}-")]


def folders_of(pid: int) -> set[Path]:
    return set(Path(tempfile.gettempdir()).glob(f"card-arena-{pid}-*"))


def processes_of(pid: int) -> list[str]:
    """The processes in containers of this arena: they have mounted the folder of its socket."""
    results = []
    for number in numbers():
        with suppress(OSError):  # it has just ended, or we may not look into it
            if f"/card-arena-{pid}-" in Path(f"/proc/{number}/mountinfo").read_text():
                results.append(str(number))
    return results


@pytest.fixture
def bot(tmp_path) -> Callable[..., str]:
    """Writes a bot with this body of `think`. Returns its path."""

    def write(think: str, before: str = "", name: str = "mine.py") -> str:
        path: Path = tmp_path / name
        body = indent(dedent(think).strip(), " " * 8)
        path.write_text(
            f"from Players.Player import Player\n{before}\n\n"
            f"class Mine(Player):\n    def think(self, observation, budget):\n{body}\n"
        )
        return str(path)

    return write


def test_the_level_is_available(docker):
    assert unavailable("docker") == ""


def test_several_workers_play_there(docker, bot):
    command = [sys.executable, "-m", "arena", "play", bot(DICE), "random", "-n", "4"]
    done = subprocess.run(
        [*command, "--isolation", "docker", "--workers", "2", "--json"],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=2 * LONG,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert '"isolation":"docker"' in done.stdout


def test_nothing_is_left_when_the_level_is_closed(docker):
    before = folders_of(os.getpid())  # of fork servers that the tests share
    boxes = Containers()
    two = [boxes.box(Order(Limits(2**28), "brisca", {}), LOAD) for _ in range(2)]
    result = containers_of(os.getpid())
    assert len(result) == 2
    with closing(docker_engine.engine()) as client:
        states = [client.api.inspect_container(each["Id"])["State"] for each in result]
    boxes.close()
    assert not containers_of(os.getpid())
    assert folders_of(os.getpid()) <= before
    wait_until(lambda: not any(Path(f"/proc/{state['Pid']}").exists() for state in states))
    for box in two:
        box.close()


def test_a_container_has_one_box_after_the_other_and_ends_with_the_arena(docker):
    order = Order(Limits(2**28), "brisca", {})
    with closing(Containers()) as boxes:
        boxes.box(order, LOAD).close()
        (first,) = containers_of(os.getpid())
        boxes.box(order, LOAD).close()
        assert [each["Id"] for each in containers_of(os.getpid())] == [first["Id"]]
    assert not containers_of(os.getpid())


MAKES_BOXES = """
from arena.guest.protocol.limits import Limits, Order
from arena.guest.protocol.wire import Load
from arena.sandbox.docker.containers import Containers
LOAD = Load("/bot/mine.py", None, "", "", (), "brisca", {})
boxes = Containers()
kept = [boxes.box(Order(Limits(2**28), "brisca", {}), LOAD)]
while True:
    boxes.box(Order(Limits(2**28), "brisca", {}), LOAD).close()
"""
PLAYS = "from arena.cli import main; main()"
# Seconds after the first folder is there. The engine has a container made after one or two
# hundredths, and started after one or two tenths.
PAUSES = 0, 0.005, 0.015, 0.05, 0.2, 0.5


@pytest.mark.parametrize(
    "program, pause", [(MAKES_BOXES, pause) for pause in PAUSES] + [(PLAYS, 1.0)]
)
def test_after_kill_9_the_next_start_leaves_nothing(docker, bot, program, pause):
    command = [sys.executable, "-c", program, "play", bot(FIRST), "random", "-n", "100000"]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        [*command, "--isolation", "docker"], env=environment, stderr=subprocess.DEVNULL
    ) as process:
        wait_until(lambda: folders_of(process.pid))
        time.sleep(pause)
        process.kill()
    with closing(Containers()):
        # Only files are left of dead containers, and the engine is removing them.
        left = [each for each in containers_of(process.pid) if each["State"] != "dead"]
        assert not left
        assert not folders_of(process.pid)
        assert not processes_of(process.pid)
    wait_until(lambda: not containers_of(process.pid))
    assert not folders_of(process.pid)


def test_a_new_start_keeps_the_containers_of_running_arenas(docker):
    with closing(Containers()) as boxes:
        box = boxes.box(Order(Limits(2**28), "brisca", {}), LOAD)
        Containers().close()
        assert len(containers_of(os.getpid())) == 1
        box.close()


def test_a_missing_image_is_named_with_the_command_that_makes_it(docker, monkeypatch):
    monkeypatch.setattr(docker_engine, "IMAGE", "card-arena-bot:none")
    with pytest.raises(ArenaError, match=r"card-arena-bot:none.*arena sandbox build-image"):
        levels_for("docker", [])


def test_a_missing_engine_is_named_with_the_package_to_install(monkeypatch, tmp_path):
    monkeypatch.setenv("DOCKER_HOST", f"unix://{tmp_path}/none")
    unavailable.cache_clear()
    with pytest.raises(ArenaError, match=r"No Docker engine answers.*apt-get install docker.io"):
        levels_for("docker", [])
    unavailable.cache_clear()


class Engine:
    """The methods of an engine's client that the arena calls."""

    def info(self) -> dict[str, object]:
        return {"Runtimes": {"runc": {}, "runsc": {}}}


def test_the_environment_chooses_the_container_runtime(monkeypatch):
    monkeypatch.delenv(docker_engine.RUNTIME, raising=False)
    assert docker_engine.runtime(Engine()) is None
    monkeypatch.setenv(docker_engine.RUNTIME, "runsc")
    assert docker_engine.runtime(Engine()) == "runsc"


def test_an_unknown_runtime_is_refused(monkeypatch):
    monkeypatch.setenv(docker_engine.RUNTIME, "kata")
    with pytest.raises(ArenaError, match=r"no runtime 'kata'.*It has: runc, runsc.*daemon.json"):
        docker_engine.runtime(Engine())


def test_in_gvisor_bots_play_or_the_reason_is_named(docker, monkeypatch):
    """The gVisor of December 2022 has no pidfd_open. A later one may have it."""
    with closing(docker_engine.engine()) as client:
        if "runsc" not in client.info().get("Runtimes", {}):
            pytest.skip("the Docker engine here has no runtime runsc")
    monkeypatch.setenv(docker_engine.RUNTIME, "runsc")
    unavailable.cache_clear()
    try:
        why_not = unavailable("docker")
    finally:
        unavailable.cache_clear()
    assert why_not == "" or re.search("its kernel has no pidfd_open .* the level sandbox", why_not)
