"""The boxes of each slot are in their own control group: its limits, and how it ends."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from random import Random

import pytest
from sandbox.conftest import bury, living, need
from support.paths import PATHS, ROOT
from support.processes import LONG

from arena.bots.bot import find as find_bot
from arena.common.errors import ArenaError
from arena.match.run import RunOptions, new_match
from arena.sandbox.box_order import MEMORY
from arena.sandbox.box_seat import BoxedSeat, SeatTerms
from arena.sandbox.boxes.fork_server import ForkServer
from arena.sandbox.boxes.process_number import number
from arena.sandbox.host import cgroups
from arena.sandbox.host.cleanup import prefix, sweep
from arena.workers import here
from arena.workers.cores import Cores
from arena.workers.games import GameTask, PlayGames, game_blocks
from Game.registry import find

LEVELS = ("process", "sandbox")

# A bot whose name is the result of `look`, so that it attacks while it is loaded.
BOT = """
import os, time
from Players.Player import Player

{look}

class Mine(Player):
    def think(self, observation, budget):
        return observation.get_list_actions()[0]

    def __str__(self):
        return str(look())
"""


@pytest.fixture
def groups() -> Iterator[None]:
    """Skips without control groups, and checks that none of ours is left."""
    try:
        cgroups.working_version(f"{prefix()}try")
    except cgroups.NoGroups as error:
        pytest.skip(str(error))
    yield
    bury()
    assert not [name for name, _ in cgroups.existing_groups() if name.startswith(prefix())]


@pytest.fixture
def seat(tmp_path) -> Iterator[Callable[..., BoxedSeat]]:
    """A seat at a level, for a bot that calls `look` when it is asked for its name."""
    fork_servers: dict[str, ForkServer] = {}
    seats: list[BoxedSeat] = []

    def sit(level: str, look: str = "def look(): return 'quiet'") -> BoxedSeat:
        need(level)
        path = tmp_path / f"mine{len(seats)}.py"
        path.write_text(BOT.format(look=look))
        if level not in fork_servers:
            fork_servers[level] = ForkServer(level)
        bot, game = find_bot(str(path)), find("brisca")()
        seats.append(BoxedSeat(fork_servers[level], bot, game, SeatTerms(1.0, clock=True)))
        return seats[-1]

    yield sit
    for each in seats:
        each.close()
    for fork_server in fork_servers.values():
        fork_server.close()


def pid(seat: BoxedSeat) -> int:
    return number(seat._box.process)


def members(name: str | None = None) -> set[int]:
    """The processes in a group of this arena, according to the kernel."""
    found, name = set(), name or prefix()
    for path in Path("/proc").glob("[0-9]*/cgroup"):
        try:
            result = path.read_text()
        except OSError:
            continue
        if name in result:
            found.add(int(path.parent.name))
    return found


def gone(processes: set[int]) -> bool:
    end = time.monotonic() + LONG
    while any(_is_there(each) for each in processes):
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True


def _is_there(process: int) -> bool:
    try:
        stat = Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] not in "ZX"


# What a group holds


@pytest.mark.parametrize("level", LEVELS)
def test_each_seat_has_a_group_of_its_own(groups, seat, level):
    rows = []
    for each in (seat(level), seat(level)):
        each.new_game(1)
        assert pid(each) in members()
        lines = Path(f"/proc/{pid(each)}/cgroup").read_text().splitlines()
        rows.append([line for line in lines if prefix() in line])
    assert len(rows[0]) == len(cgroups.find_place().folders)
    assert rows[0] != rows[1]
    assert os.getpid() not in members()


@pytest.mark.parametrize("level", LEVELS)
def test_the_next_game_is_in_the_same_group(groups, seat, level):
    mine = seat(level)
    mine.new_game(1)
    first = Path(f"/proc/{pid(mine)}/cgroup").read_text()
    mine.new_game(2)
    assert Path(f"/proc/{pid(mine)}/cgroup").read_text() == first


PAGE_TABLES = """
import ctypes

def look():
    libc = ctypes.CDLL(None)
    libc.mmap.restype = ctypes.c_void_p
    for place in range(60_000):  # a page in each gigabyte costs two more, which no limit counts
        at = libc.mmap(ctypes.c_void_p((place + 1) << 30), 4096, 1, 0x22, -1, 0)
        if at and at + 1 > 1:
            ctypes.c_char.from_address(at).value
    return "has them"
"""


def test_page_tables_count(groups, seat, monkeypatch):
    """The limits of a process allow 400 MB of them. The group ends it earlier."""
    monkeypatch.setattr("arena.sandbox.box_seat.LOADING", 60.0)  # a busy machine needs longer
    with pytest.raises(ArenaError, match="its process ended"):
        seat("process", PAGE_TABLES).name()
    assert seat("process").name() == "quiet"


HOLDS_MUCH = """
import random

HELD = len(bytearray(b"x") * (90_000_000 if random.random() < 0.5 else 1))  # and frees it again

def look():
    return HELD
"""


def test_memory_is_measured_for_each_game(groups, seat):
    """Also memory that was freed again, but not that of an earlier game in the same group."""
    mine = seat("process", HOLDS_MUCH)
    mine._watched = True
    much, little = (
        next(seed for seed in count() if (Random(seed).random() < 0.5) is wanted)
        for wanted in (True, False)
    )
    held = []
    for seed in (little, much, little):
        mine.new_game(seed)
        held.append(mine._box.memory())
        mine.close()
    assert held[1] >= 90_000_000
    assert max(held[0], held[2]) < 45_000_000


def test_without_a_file_for_it_the_peak_of_a_group_is_unknown(tmp_path):
    (tmp_path / "mine").mkdir()
    group = cgroups.ControlGroup(cgroups.GroupPlace(2, [tmp_path]), "mine")
    group.forget_peak()
    assert group.peak() is None


# How it ends


SCRIPT = """
import subprocess
import sys
from arena.bots.bot import find as bot
from arena.sandbox.box_seat import BoxedSeat, SeatTerms
from arena.sandbox.host.cleanup import prefix
from arena.sandbox.boxes.fork_server import ForkServer
from Game.registry import find
fork_server = ForkServer("process")
seat = BoxedSeat(fork_server, bot(sys.argv[1]), find("brisca")(), SeatTerms(1.0, clock=True))
print(prefix(), seat._start(1, named=True), flush=True)
(slot,) = fork_server._pool._busy
slot._group.take(subprocess.Popen(["sleep", "1000"], start_new_session=True).pid)
print(fork_server._process.pid, flush=True)
sys.stdin.read()
"""


def test_the_next_start_ends_the_boxes_of_a_killed_arena(groups, tmp_path):
    need("process")
    path = tmp_path / "mine.py"
    path.write_text(BOT.format(look="def look(): return 'quiet'"))
    arena = subprocess.Popen(
        [sys.executable, "-c", SCRIPT, str(path)],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(PATHS)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )
    with arena:
        name, said = arena.stdout.readline().split()
        assert said == "quiet"
        parent = arena.stdout.readline()
        mine = members(name)
        assert len(mine) >= 3  # the slot, the box and a process that outlives both
        sweep()
        assert sum(_is_there(each) for each in mine) >= 3  # as long as the arena lives
        os.kill(int(parent), signal.SIGKILL)
        arena.kill()
    assert any(_is_there(each) for each in mine)
    sweep()
    assert gone(mine)
    assert not [found for found, _ in cgroups.existing_groups() if found.startswith(name)]


@pytest.mark.slow
def test_workers_leave_no_group(groups):
    need("sandbox")
    bots = [find_bot(bot) for bot in ("random", "alwaysfirst")]
    run = new_match(
        find("brisca")(), bots, 4, RunOptions(seed="1", isolation="sandbox", budget=1.0)
    )
    tasks = [GameTask(fixture) for fixture in run.fixtures]
    with Cores(PlayGames(run), 2) as engine:
        playing = engine.results(game_blocks(tasks, len(tasks), 2))
        while not next(playing):
            pass
        workers = living()
        assert of(workers)
        list(playing)
    assert not of(workers)


def of(arenas: set[int]) -> list[str]:
    """The groups of these processes."""
    return [name for name, _ in cgroups.existing_groups() if _owner(name) in arenas]


def _owner(name: str) -> int | None:
    return int(name.split("-")[2]) if name.startswith("card-arena-") else None


def test_a_match_leaves_no_group(groups):
    need("sandbox")
    bots = [find_bot(bot) for bot in ("random", "alwaysfirst")]
    run = new_match(
        find("brisca")(), bots, 1, RunOptions(seed="1", isolation="sandbox", budget=1.0)
    )
    assert not [fault for record in here.play(run, run.fixtures) for fault in record.faults]


def test_a_group_of_version_2_ends_with_its_processes(groups):
    for line in Path("/proc/self/mountinfo").read_text().splitlines():
        if " - cgroup2 " in line:
            folder = Path(line.split()[4])
            break
    else:
        pytest.skip("version 2 of control groups is not mounted here")
    group = cgroups.ControlGroup(cgroups.GroupPlace(2, [folder]), f"{prefix()}two")
    group.make(processes=4, memory=MEMORY)
    with subprocess.Popen(["/bin/sleep", "60"]) as process:
        group.take(process.pid)
        assert (folder / f"{prefix()}two" / "cgroup.kill").exists()
        group.end()
        assert process.wait(LONG) == -signal.SIGKILL
    assert not (folder / f"{prefix()}two").exists()


# Where groups can be made


@pytest.fixture
def machine(tmp_path) -> Callable[..., Path]:
    """A folder that is laid out as the kernel lays out control groups."""

    def lay(folder: str, **files: str) -> Path:
        path = tmp_path / folder
        path.mkdir(parents=True)
        for name, text in {"cgroup.procs": "", **files}.items():
            (path / name.replace("__", ".")).write_text(text)
        return path

    return lay


def test_version_2_is_used_where_the_folder_above_has_its_controllers(machine, tmp_path):
    app = machine("app", cgroup__subtree_control="memory pids\n")
    machine("app/mine", cgroup__subtree_control="\n")
    mounts = f"30 20 0:26 / {tmp_path} rw - cgroup2 cgroup2 rw\n"
    assert cgroups.place_in("0::/app/mine\n", mounts) == (2, [app])


def test_version_1_is_used_where_version_2_lacks_our_controllers(machine, tmp_path):
    machine("unified", cgroup__subtree_control="hugetlb\n")
    pids, memory = machine("pids"), machine("memory/mine")
    mounts = (
        f"30 20 0:26 / {tmp_path}/unified rw - cgroup2 cgroup2 rw\n"
        f"31 20 0:27 / {tmp_path}/pids rw - cgroup cgroup rw,pids\n"
        f"32 20 0:28 /box {tmp_path}/memory rw - cgroup cgroup rw,memory\n"
    )
    member = "8:pids:/\n4:memory:/box/mine\n1:name=systemd:/\n0::/\n"
    assert cgroups.place_in(member, mounts) == (1, [pids, memory])


NOWHERE = {
    "nothing is mounted": ("0::/\n", "", "no groups for pids and memory are mounted"),
    "version 2 is not divided": (
        "0::/\n",
        "30 20 0:26 / {} rw - cgroup2 cgroup2 rw\n",
        "systemd-run --user --scope",
    ),
    "version 1 has no memory": (
        "8:pids:/\n",
        "31 20 0:27 / {} rw - cgroup cgroup rw,pids\n",
        "no groups for pids and memory are mounted",
    ),
}


@pytest.mark.parametrize("member, mounts, why", NOWHERE.values(), ids=NOWHERE)
def test_without_control_groups_the_error_says_why(tmp_path, member, mounts, why):
    with pytest.raises(cgroups.NoGroups, match=why):
        cgroups.place_in(member, mounts.format(tmp_path))
