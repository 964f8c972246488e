"""The limits of a bot in a container."""

from collections.abc import Callable

import pytest
from support.paths import TESTS

from arena.guest.kernel import landlock
from arena.replay.record import FaultEntry
from arena.sandbox.levels import unavailable

pytestmark = pytest.mark.slow

DICE = "return self.dice.choice(o.get_list_actions())"


@pytest.fixture
def faults(in_containers, match, write_bot) -> Callable[..., list[FaultEntry]]:
    """The faults of a bot in one game in containers, which is played to its end."""

    def of(think: str, before: str = "", budget: float = 1.0) -> list[FaultEntry]:
        mine = write_bot(think, before=before)
        _, (record,) = match("auto", mine, "random", budget=budget)
        assert record.isolation == "docker+inprocess"
        assert len(record.moves) == 40
        assert all(fault.seat in (0, 2) for fault in record.faults)
        return record.faults

    return of


def test_the_games_are_the_same_as_in_processes(in_containers, match, write_bot):
    pair = write_bot(DICE, name="dice.py"), write_bot("pass", name="first.py")
    _, here = match("process", *pair, games=2, budget=1)
    _, there = match("auto", *pair, games=2, budget=1)
    for one, other in zip(here, there, strict=True):
        assert not other.faults
        assert one.deal == other.deal
        assert [(move.seat, move.play) for move in one.moves] == [
            (move.seat, move.play) for move in other.moves
        ]
        assert {entry.isolation for entry in other.bots} == {"docker"}


def test_a_process_that_ends_is_a_crash_and_then_a_forfeit(faults):
    verdicts = [fault.verdict for fault in faults("os._exit(0)", "import os")]
    assert set(verdicts) == {"crashed", "forfeit"}


def test_a_loop_in_c_is_ended_in_time(faults):
    result = faults("return sum(range(10**12))", budget=0.1)
    verdicts = {fault.verdict for fault in result}
    assert "timeout" in verdicts
    assert verdicts <= {"timeout", "forfeit"}  # where the machine is busy nobody forfeits for it


def test_a_loop_in_python_is_interrupted(faults):
    result = faults("while True: pass", budget=0.03)
    assert {fault.verdict for fault in result} == {"timeout"}


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
    "open('/run/arena/out', 'w')": "FileNotFoundError",
    "os.stat('/sys/fs/cgroup/memory')": "FileNotFoundError",
    f"open({__file__!r})": "FileNotFoundError",
}
HAS_NAMESPACES = not unavailable("sandbox")  # whether the kernel gives them to a box
if HAS_NAMESPACES:
    DENIED["os.stat('/proc/self')"] = "FileNotFoundError"
elif landlock.is_available():  # partners could see through these what the other does
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
"""


def test_calls_that_no_honest_bot_needs_are_denied(faults):
    assert not faults(TRIES, f"import os, socket\nDENIED = {DENIED!r}")


@pytest.mark.skipif(not HAS_NAMESPACES, reason="the kernel gives boxes no namespaces")
def test_the_numbers_of_threads_say_nothing_about_earlier_games(in_containers, match):
    bot = str(TESTS / "hostile" / "counts_threads.py")
    _, records = match("auto", bot, "random", games=2, budget=1)
    assert not any(record.faults for record in records)


def test_memory_is_limited(faults):
    result = faults("blocks = []\nwhile True: blocks.append(bytearray(2**20))", budget=60)
    assert {fault.verdict for fault in result} == {"memory"}


def test_threads_are_limited(faults):
    think = """
    import threading, time
    for number in range(100):
        threading.Thread(target=time.sleep, args=[9]).start()
    """
    result = faults(think)
    assert {fault.verdict for fault in result} == {"exception"}
    assert "can't start new thread" in result[0].reason


def test_a_bot_may_use_numpy(faults):
    pytest.importorskip("numpy")
    assert not faults("return o.get_list_actions()[int(numpy.argmax([1, 0]))]", "import numpy")
