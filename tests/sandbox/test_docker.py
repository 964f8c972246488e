"""The level docker, against a real engine."""

import os
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
from support.paths import ROOT
from support.processes import numbers

from arena.bots import find as find_bot
from arena.errors import ArenaError
from arena.guest import landlock
from arena.guest.limits import Limits, Order
from arena.replay.record import FaultEntry, Record
from arena.run import new_run
from arena.sandbox import engine
from arena.sandbox.containers import Containers
from arena.sandbox.levels import levels_for, unavailable
from arena.sandbox.reaping import OWNER
from arena.workers import here
from Game.registry import find

pytestmark = pytest.mark.slow

DICE = "return self.dice.choice(observation.get_list_actions())"
FIRST = "return observation.get_list_actions()[0]"
LONG = 300.0  # seconds; far more than any of this takes


def containers_of(pid: int) -> list[dict[str, Any]]:
    """The containers that a process has made and that are still there."""
    with closing(engine.engine()) as client:
        found = client.api.containers(all=True, filters={"label": OWNER})
    return [each for each in found if each["Labels"][OWNER].startswith(f"{pid}-")]


def folders_of(pid: int) -> list[Path]:
    return list(Path(tempfile.gettempdir()).glob(f"card-arena-{pid}-*"))


def processes_of(pid: int) -> list[str]:
    """Those in containers of this arena: they have the folder of its socket mounted."""
    found = []
    for number in numbers():
        with suppress(OSError):  # it has just ended, or is not ours to look into
            if f"/card-arena-{pid}-" in Path(f"/proc/{number}/mountinfo").read_text():
                found.append(str(number))
    return found


def wait_until(true: Callable[[], object]) -> None:
    patience = time.monotonic() + LONG
    while not true():
        assert time.monotonic() < patience
        time.sleep(0.02)


@pytest.fixture
def bot(tmp_path) -> Callable[..., str]:
    """Writes a bot of which the body of `think` is given; returns its path."""

    def write(think: str, before: str = "", name: str = "mine.py") -> str:
        path: Path = tmp_path / name
        body = indent(dedent(think).strip(), " " * 8)
        path.write_text(
            f"from Players.Player import Player\n{before}\n\n"
            f"class Mine(Player):\n    def think(self, observation, budget):\n{body}\n"
        )
        return str(path)

    return write


def games(*bots: str, games: int = 1, **terms) -> list[Record]:
    """The records of games of Brisca."""
    run = new_run(find("brisca")(), [find_bot(name) for name in bots], games, seed="1", **terms)
    return list(here.play(run, run.fixtures))


@pytest.fixture
def faults(docker, bot) -> Callable[..., list[FaultEntry]]:
    """The faults of a bot in one game at level docker, which is played to its end."""

    def of(think: str, before: str = "", budget: float = 1.0) -> list[FaultEntry]:
        mine = bot(think, before)
        (record,) = games(mine, "random", isolation="docker", budget=budget)
        assert len(record.moves) == 40
        assert all(fault.seat in (0, 2) for fault in record.faults)
        assert not containers_of(os.getpid())
        return record.faults

    return of


def test_the_level_is_available(docker):
    assert unavailable("docker") == ""


def test_the_games_are_the_same_as_in_processes(docker, bot):
    pair = bot(DICE, name="dice.py"), bot(FIRST, name="first.py")
    here = games(*pair, games=3, isolation="process")
    there = games(*pair, games=3, isolation="docker")
    for one, other in zip(here, there, strict=True):
        assert not other.faults
        assert one.deal == other.deal
        assert [(move.seat, move.play) for move in one.moves] == [
            (move.seat, move.play) for move in other.moves
        ]
        assert {entry.isolation for entry in other.bots} == {"docker"}


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


def test_a_process_that_ends_is_a_crash_and_then_a_forfeit(faults):
    verdicts = [fault.verdict for fault in faults("os._exit(0)", "import os")]
    assert set(verdicts) == {"crashed", "forfeit"}


def test_a_loop_in_c_is_ended_in_time(faults):
    found = faults("return sum(range(10**12))", budget=0.1)
    verdicts = {fault.verdict for fault in found}
    assert "timeout" in verdicts
    assert verdicts <= {"timeout", "forfeit"}  # where the machine is busy nobody forfeits for it


def test_a_loop_in_python_is_woken(faults):
    found = faults("while True: pass", budget=0.03)
    assert {fault.verdict for fault in found} == {"timeout"}


DENIED = {
    "os.fork()": "PermissionError",
    "os.execv('/bin/true', ['true'])": "PermissionError",
    "socket.socket()": "PermissionError",
    "socket.socket(socket.AF_UNIX)": "PermissionError",
    "os.kill(1, 9)": "PermissionError",
    "open('/tmp/out', 'w')": "OSError",  # a file system that is only read
    "open('/dev/shm/out', 'w')": "FileNotFoundError",
    "open('/dev/ptmx', 'r+b')": "FileNotFoundError",
    "open('/dev/mqueue/out', 'w')": "OSError",
    "open('/dev/out', 'w')": "PermissionError",
    "open('/run/arena/out', 'w')": "FileNotFoundError",
    "os.stat('/sys/fs/cgroup/memory')": "FileNotFoundError",
    "open('/proc/1/mem', 'r+b')": "PermissionError",
    "open('/proc/self/mem', 'r+b')": "PermissionError",
    "open('/proc/stat').read()[0]": "IndexError",  # it is empty
    "os.listdir('/proc/sys')[0]": "PermissionError" if landlock.is_there() else "IndexError",
    f"open({__file__!r})": "FileNotFoundError",
}
if landlock.is_there():  # through these partners could see what the other does
    DENIED |= dict.fromkeys(
        ("open('/proc/self/smaps')", "open('/proc/self/mountinfo')"), "PermissionError"
    )
TRIES = """
found = {}
for attempt in DENIED:
    try:
        exec(attempt)
        found[attempt] = "nothing"
    except Exception as error:
        found[attempt] = type(error).__name__
assert found == DENIED, {key: found[key] for key in found if found[key] != DENIED[key]}
return observation.get_list_actions()[0]
"""


def test_what_a_bot_has_no_use_for_is_denied(faults):
    assert not faults(TRIES, f"import os, socket\nDENIED = {DENIED!r}")


def test_memory_is_limited(faults):
    found = faults("blocks = []\nwhile True: blocks.append(bytearray(2**20))")
    assert {fault.verdict for fault in found} == {"memory"}


def test_threads_are_limited(faults):
    think = """
    import threading, time
    for number in range(100):
        threading.Thread(target=time.sleep, args=[9]).start()
    """
    found = faults(think)
    assert {fault.verdict for fault in found} == {"exception"}
    assert "can't start new thread" in found[0].reason


def test_a_bot_may_use_numpy(faults):
    pytest.importorskip("numpy")
    assert not faults(
        "return observation.get_list_actions()[int(numpy.argmax([1, 0]))]", "import numpy"
    )


def test_nothing_is_left_when_the_level_is_closed(docker):
    boxes = Containers()
    two = [boxes.box(Order(Limits(2**28), "brisca", {})) for _ in range(2)]
    found = containers_of(os.getpid())
    assert len(found) == 2
    with closing(engine.engine()) as client:
        states = [client.api.inspect_container(each["Id"])["State"] for each in found]
    boxes.close()
    assert not containers_of(os.getpid())
    assert not folders_of(os.getpid())
    wait_until(lambda: not any(Path(f"/proc/{state['Pid']}").exists() for state in states))
    for box in two:
        box.close()


def test_a_container_has_one_box_after_the_other_and_ends_with_the_arena(docker):
    order = Order(Limits(2**28), "brisca", {})
    with closing(Containers()) as boxes:
        boxes.box(order).close()
        (first,) = containers_of(os.getpid())
        boxes.box(order).close()
        assert [each["Id"] for each in containers_of(os.getpid())] == [first["Id"]]
    assert not containers_of(os.getpid())


MAKES_BOXES = """
from arena.guest.limits import Limits, Order
from arena.sandbox.containers import Containers
boxes = Containers()
kept = [boxes.box(Order(Limits(2**28), "brisca", {}))]
while True:
    boxes.box(Order(Limits(2**28), "brisca", {})).close()
"""
PLAYS = "from arena.cli import main; main()"
# Seconds after the first folder is there. The engine has a container made after one or two
# hundredths, and started after one or two tenths.
PAUSES = 0, 0.002, 0.005, 0.01, 0.015, 0.02, 0.03, 0.05, 0.1, 0.2, 0.25, 0.3, 0.5


@pytest.mark.parametrize(
    "program, pause", [(MAKES_BOXES, pause) for pause in PAUSES] + [(PLAYS, 0.2), (PLAYS, 1.0)]
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
        # Of what is dead nothing is left but files, which the engine is just removing.
        left = [each for each in containers_of(process.pid) if each["State"] != "dead"]
        assert not left
        assert not folders_of(process.pid)
        assert not processes_of(process.pid)
    wait_until(lambda: not containers_of(process.pid))
    assert not folders_of(process.pid)


def test_a_new_start_leaves_the_containers_of_the_living(docker):
    with closing(Containers()) as boxes:
        box = boxes.box(Order(Limits(2**28), "brisca", {}))
        Containers().close()
        assert len(containers_of(os.getpid())) == 1
        box.close()


def test_a_missing_image_is_named_with_the_command_that_makes_it(docker, monkeypatch):
    monkeypatch.setattr(engine, "IMAGE", "card-arena-bot:none")
    with pytest.raises(ArenaError, match=r"card-arena-bot:none.*arena sandbox build-image"):
        levels_for("docker", [])


def test_a_missing_engine_is_named_with_the_package_that_brings_it(monkeypatch, tmp_path):
    monkeypatch.setenv("DOCKER_HOST", f"unix://{tmp_path}/none")
    unavailable.cache_clear()
    with pytest.raises(ArenaError, match=r"No Docker engine answers.*apt-get install docker.io"):
        levels_for("docker", [])
    unavailable.cache_clear()


class Engine:
    """What the arena asks of a client of the engine."""

    def info(self) -> dict[str, object]:
        return {"Runtimes": {"runc": {}, "runsc": {}}}


def test_a_runtime_is_what_the_environment_says(monkeypatch):
    monkeypatch.delenv(engine.RUNTIME, raising=False)
    assert engine.runtime(Engine()) is None
    monkeypatch.setenv(engine.RUNTIME, "runsc")
    assert engine.runtime(Engine()) == "runsc"


def test_a_runtime_that_the_engine_has_not_is_refused(monkeypatch):
    monkeypatch.setenv(engine.RUNTIME, "kata")
    with pytest.raises(ArenaError, match=r"no runtime 'kata'.*It has: runc, runsc.*daemon.json"):
        engine.runtime(Engine())


def test_bots_play_in_gvisor_where_it_is_installed(docker, monkeypatch):
    with closing(engine.engine()) as client:
        if "runsc" not in client.info().get("Runtimes", {}):
            pytest.skip("the Docker engine here has no runtime runsc")
    monkeypatch.setenv(engine.RUNTIME, "runsc")
    unavailable.cache_clear()
    try:
        assert unavailable("docker") == ""
    finally:
        unavailable.cache_clear()
