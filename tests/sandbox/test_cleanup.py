"""Nothing is left of a box or of an arena, however it ends."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from sandbox.conftest import LEVELS, descriptors, gone, living, memory, need
from sandbox.peer import VIEW
from support.paths import PATHS, ROOT
from support.processes import LONG

from arena.bots.bot import find as find_bot
from arena.match.run import RunOptions, new_match
from arena.sandbox.host.cleanup import place_in_memory, sweep
from arena.sandbox.isolation import Isolation
from arena.schedule.fixtures import Fixture
from arena.workers.room import Room
from Game.registry import find

A_GAME = 6  # processes below an arena that plays: the fork server, slots, and boxes at the table


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS)
def test_kill_9_in_the_middle_of_a_match_leaves_nothing(tmp_path, write_bot, level):
    """This is also true for a bot that waits for its turn, and for one that does not listen."""
    need(level)
    stuck = write_bot("while True:\n    try: sum(range(10**12))\n    except BaseException: pass")
    script = (
        "import sys; from arena.bots.bot import find as bot;"
        "from arena.match.run import RunOptions, new_match;"
        "from arena.workers import here; from Game.registry import find;"
        "options = RunOptions(isolation=sys.argv[1], budget=30.0);"
        "run = new_match(find('brisca')(), [bot(b) for b in sys.argv[2:]], 100000, options);"
        "print('on', flush=True);"
        "[None for _ in here.play(run, run.fixtures)]"
    )
    playing = subprocess.Popen(
        [sys.executable, "-c", script, level, stuck, "random"],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(PATHS)},
        stdout=subprocess.PIPE,
        cwd=ROOT,
    )
    with playing:
        assert playing.stdout.readline() == b"on\n"
        while len(below := living(playing.pid)) < A_GAME:
            assert playing.poll() is None
            time.sleep(0.01)
        playing.kill()
    end = time.monotonic() + LONG
    while (left := {pid for pid in below if _is_there(pid)}) and time.monotonic() < end:
        time.sleep(0.01)
    assert not left


def test_folders_of_bots_of_a_killed_arena_are_removed_from_memory():
    place = place_in_memory()
    if place is None:
        pytest.skip("this machine has no file system in memory for the folders of bots")
    namespace = Path("/proc/self/ns/pid").stat().st_ino
    orphan = place / f"card-arena-4194305-1-{namespace}-orphan"  # no process has this number
    orphan.mkdir()
    (orphan / "bot.py").touch()
    elsewhere = place / f"card-arena-4194305-1-{namespace + 1}-orphan"
    elsewhere.mkdir()
    try:
        sweep()
        assert not orphan.exists()
        assert elsewhere.exists(), "an arena in another process namespace may still use it"
    finally:
        elsewhere.rmdir()


def _is_there(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS)
def test_many_matches_leave_everything_as_it_was(level):
    need(level)
    bots = [find_bot(bot) for bot in ("random", "alwaysfirst", "greedy")]
    run = new_match(
        find("brisca")(), bots[:2], 1, RunOptions(seed="1", isolation=level, budget=1.0)
    )
    before = living()
    with Room(run) as room:
        for i in range(50):
            # `clear` is what ends a match; here every game is one.
            room._match = frozenset()
            record = room.play(Fixture(i, (i % 2, 1 - i % 2)))
            assert not record.faults
            if i == 10:
                early = descriptors(), memory(), len(living())
        assert descriptors() == early[0]
        assert memory() < early[1] + 4 * 2**20
        room._isolation.clear()
        end = time.monotonic() + LONG
        while len(living()) > early[2] and time.monotonic() < end:  # a box that was just ended
            time.sleep(0.01)
        assert len(living()) <= early[2]
    assert not gone(before, LONG)


def test_boxes_killed_by_somebody_else_crash_and_the_game_goes_on(write_bot):
    need("sandbox")
    game = find("brisca")()
    with Isolation() as place:
        mine = place.seat("sandbox", find_bot("random"), game, 1.0, True)
        mine.new_game(1)
        assert mine.ask(VIEW, 0).fault is None
        mine._box.signal(signal.SIGKILL)
        assert mine.ask(VIEW, 1).fault.verdict == "crashed"
        assert mine.ask(VIEW, 2).fault is None
