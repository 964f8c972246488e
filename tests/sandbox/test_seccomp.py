"""The filter for calls to the kernel, alone: what it refuses, and what honest code can still do.

A box has no ctypes, but these tests use it: a new Python process sets the filter for itself, and
then makes the calls of the hostile bots that call the kernel by number.
"""

import platform
import signal
import struct
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest
from sandbox.hostile_bots import BOTS, with_ctypes
from support.paths import PATHS, ROOT

from arena.guest.kernel import seccomp

if sys.platform.startswith("linux"):
    from arena.sandbox.boxes import reports

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux") or platform.machine() not in seccomp.MACHINES,
    reason="there is no filter for this machine",
)

FILTERED = """
import ctypes, os, sys, threading
import Players.Player
from arena.guest.kernel import foreign
from arena.guest.kernel.calls import kernel
from arena.guest.kernel import landlock
from arena.guest.kernel import seccomp
from pathlib import Path

foreign.load_python()
for channel in (3, 4):
    os.dup2(1, channel)
kernel.process_control(38, 1)  # no new privileges
kernel.keep_capabilities(0)
if landlock.is_available():
    import msgspec
    others = Path(msgspec.__file__).parents[1]
    places = [Path("/usr"), Path("/lib"), Path(sys.base_prefix), others]
    kernel.landlock_restrict(landlock.read_only_rules(places))
kernel.set_filter(seccomp.slot_program())
kernel.set_filter(seccomp.box_program(loads_code={loads_code}))
"""
PLAYED = """
class Position:
    main_deck = type("Deck", (), {{"len": lambda self: 28}})()
    def get_list_actions(self): return [None]

names = {{"__name__": "bot"}}
exec(compile({source!r}, "bot.py", "exec"), names)
names["Bot"]().think(Position(), 1.0)
print("fine")
"""
BY_NUMBER = [path for path in BOTS if with_ctypes(path) in ("fine", "crashed")]
SIGNALS = {signal.SIGSYS, signal.SIGSEGV}  # ended by the filter, or by itself


def run(code: str, *, loads_code: bool = False) -> subprocess.CompletedProcess[str]:
    """Run code in a Python that has set the filter."""
    return subprocess.run(
        [sys.executable, "-B", "-c", FILTERED.format(loads_code=loads_code) + dedent(code)],
        env={"PYTHONPATH": ":".join(map(str, (ROOT, *PATHS)))},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.skipif(platform.machine() != "x86_64", reason="their numbers are those of x86-64")
@pytest.mark.parametrize("path", BY_NUMBER, ids=lambda path: path.stem)
def test_the_filter_alone_holds_bots_that_call_the_kernel_by_number(path: Path):
    for loads_code in (False, True):
        done = run(PLAYED.format(source=path.read_text()), loads_code=loads_code)
        if with_ctypes(path) == "fine":
            assert done.stdout == "fine\n", done.stderr
        else:
            assert -done.returncode in SIGNALS, done.stderr


HONEST = {
    "threads": "done = []\nthread = threading.Thread(target=lambda: done.append(1))\n"
    "thread.start(); thread.join(); print(done)",
    "locks with a limit": "print(threading.Condition().acquire(timeout=9),"
    " threading.Event().wait(0.001))",
    "a pool": "from concurrent.futures import ThreadPoolExecutor as Pool\n"
    "with Pool(2) as pool: print(list(pool.map(str, range(9))))",
    "a queue": "import queue\nq = queue.Queue()\nthreading.Thread(target=q.put, args=[1]).start()\n"
    "print(q.get(timeout=9))",
    "clocks": "import time\ntime.sleep(0.001)\nprint(time.time(), time.process_time(),"
    " time.thread_time())",
    "luck": "import random, secrets\nprint(random.SystemRandom().random(), secrets.token_hex(4))",
    "large memory": "a = [bytearray(2**20) for _ in range(40)]\ndel a\nprint(bytes(2**24)[1])",
    "timers": "import signal\nsignal.signal(signal.SIGALRM, lambda *_: print('rings'))\n"
    "signal.setitimer(signal.ITIMER_REAL, 0.001)\nsignal.pause()",
    "its own time": "import os, time\nprint(os.times().user)\n"
    "assert 0 <= os.times().user <= time.process_time()",
    "files": "import os, json\nprint(os.stat(json.__file__).st_size,"
    " len(open(json.__file__).read()))",
}


@pytest.mark.parametrize("code", HONEST.values(), ids=HONEST)
def test_honest_code_can_go_on(code: str):
    done = run(code)
    assert done.returncode == 0, done.stderr
    assert done.stdout


def test_numpy_goes_on_when_it_was_loaded_before():
    pytest.importorskip("numpy")
    code = """
    import numpy
    print(numpy.linalg.inv(numpy.eye(200) * 2).sum(), numpy.random.default_rng(1).random())
    """
    done = run(code, loads_code=True)
    assert done.returncode == 0, done.stderr
    before = 'sys.meta_path.insert(0, foreign.NoCtypes())\nforeign.load_package("numpy")\n'
    loaded = FILTERED.replace("kernel.process", before + "kernel.process").format(loads_code=False)
    done = subprocess.run(
        [sys.executable, "-B", "-c", loaded.replace("ctypes, ", "") + dedent(code)],
        env={"PYTHONPATH": ":".join(map(str, (ROOT, *PATHS))), "OPENBLAS_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", ["_ctypes_test", "_testcapi"])
def test_no_shared_object_is_loaded_any_more(name: str):
    """The import system uses this call for every shared object, however the bot imports it."""
    code = f"""
    import importlib.util
    for folder in sys.path:
        for path in Path(folder).glob("{name}.*.so") if folder.endswith("dynload") else ():
            spec = importlib.util.spec_from_file_location("{name}", path)
            importlib.util.module_from_spec(spec)
    """
    closed = run(code)
    assert "failed to map segment" in closed.stderr or "Operation not permitted" in closed.stderr


def test_the_two_tables_allow_the_same():
    """Calls that only one machine has are older forms of calls that both have."""
    x86, arm = set(seccomp.X86_64), set(seccomp.AARCH64)
    assert arm <= x86
    older = "access alarm arch_prctl dup2 lstat open pause poll readlink select stat time"
    assert x86 - arm == set(older.split())
    gone = "pipe pipe2 epoll_create1 epoll_wait epoll_pwait epoll_ctl eventfd2 membarrier sysinfo"
    assert not {*gone.split(), "getrusage", "umask", "sched_yield"} & (x86 | arm)


# The two filters of a box together, in a small interpreter of filters

STRICTEST = (seccomp.KILL, seccomp.ERRNO, seccomp.REPORT, seccomp.ALLOW)


def answer(program: bytes, arch: int, number: int, arguments: list[int]) -> int:
    """What a filter answers to this call, as the kernel would run it."""
    call = struct.pack("=IIQ6Q", number, arch, 0, *arguments)
    code = list(struct.iter_unpack("HBBI", program))
    place = loaded = 0
    while True:
        kind, true, false, value = code[place]
        place += 1
        if kind == seccomp.RETURN:
            return value
        if kind == seccomp.LOAD:
            (loaded,) = struct.unpack_from("=I", call, value)
            continue
        holds = {
            seccomp.EQUAL: loaded == value,
            seccomp.AT_LEAST: loaded >= value,
            seccomp.BITS: loaded & value != 0,
        }
        place += true if holds[kind] else false


def decision(programs: tuple[bytes, ...], call: tuple[int, int, list[int]]) -> int:
    """What the kernel does if a process has these filters: it obeys the strictest."""
    answers = [answer(program, *call) for program in programs]
    return min(answers, key=lambda each: STRICTEST.index(each & 0xFFFF0000))


@pytest.mark.parametrize("machine", seccomp.MACHINES)
@pytest.mark.parametrize("loads_code", [False, True])
def test_a_box_in_an_examination_may_do_what_any_box_may_do(monkeypatch, machine, loads_code):
    """For each call, with the arguments that a rule compares, and their neighbours.

    What the arena is asked about is forbidden in a game, except for opening a file.
    """
    monkeypatch.setattr(platform, "machine", lambda: machine)
    usual = seccomp.slot_program(), seccomp.box_program(loads_code=loads_code)
    watched = (
        seccomp.reporting_program(),
        seccomp.box_program(loads_code=loads_code, reports=True),
    )
    arch, numbers = seccomp.MACHINES[machine]
    opening = {numbers[name] for name in ("open", "openat") if name in numbers}
    values = {v for program in usual + watched for *_, v in struct.iter_unpack("HBBI", program)}
    near = sorted({(value + more) % 2**32 for value in values for more in (-1, 0, 1)})
    calls = [(arch, number, [0] * 6) for number in (*range(600), seccomp.X32, seccomp.X32 + 1)]
    calls += [(arch ^ 1, number, [0] * 6) for number in range(600)]
    special = [(name, rule.argument) for name, rule in seccomp.conditional_calls().items()]
    special += [(name, 0) for name in seccomp.DESCRIBING if name in numbers]
    for name, argument in (*special, ("mmap", 2), ("mprotect", 2)):
        before, after = [0] * argument, [0] * (5 - argument)
        calls += [(arch, numbers[name], [*before, value, *after]) for value in near]
    reported = set()
    for call in calls:
        one, other = decision(usual, call), decision(watched, call)
        if other == seccomp.REPORT:
            reported.add(call[1])
            assert one == (seccomp.ALLOW if call[1] in opening else seccomp.DENY), call
        else:
            assert other == one, call
    assert opening < reported
    assert {numbers["clone"], *reports.KINDS[machine]} - OF_SLOTS[machine] <= reported


OF_SLOTS = {machine: set(numbers.values()) for machine, numbers in seccomp.OF_SLOT.items()}
