"""A worker process never outlives the arena that started it, whenever the arena ends."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from support.paths import PATHS
from support.processes import LONG

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends the workers so")

ARENA = """
import os, signal, sys
from multiprocessing import get_context
from arena.workers.starting import settle_in, without_ctrl_c


def work(pipe, late):
    if late:  # the arena ends before the worker has asked to end with it
        print("begun", os.getpid(), flush=True)
        try:
            pipe.recv()
        except EOFError:
            pass
        while os.getppid() == parent_process().pid:
            os.sched_yield()
    settle_in()
    print("settled", os.getpid(), flush=True)
    os.kill(os.getpid(), signal.SIGSTOP)


from multiprocessing import parent_process

if __name__ == "__main__":
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=work, args=(theirs, sys.argv[1] == "late"), daemon=True)
    with without_ctrl_c():
        process.start()
    theirs.close()
    process.join()
"""


def said_after_the_end_of(arena: Path, when: str) -> tuple[str, str]:
    """The first output of the worker, and its output after the arena was killed."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(PATHS)}
    with subprocess.Popen(
        [sys.executable, str(arena), when], stdout=subprocess.PIPE, text=True, env=environment
    ) as process:
        assert process.stdout is not None
        first = process.stdout.readline()
        worker = int(first.split()[1])
        process.kill()
        try:
            rest, _ = process.communicate(timeout=LONG)  # ends when nobody can write any more
        except subprocess.TimeoutExpired:
            os.kill(worker, signal.SIGKILL)
            raise
    return first.split()[0], rest


@pytest.fixture
def arena(tmp_path) -> Path:
    path = tmp_path / "small_arena.py"
    path.write_text(ARENA)
    return path


def test_a_stopped_worker_ends_with_the_arena(arena):
    assert said_after_the_end_of(arena, "settled") == ("settled", "")


def test_a_worker_whose_arena_ended_while_it_started_ends_too(arena):
    assert said_after_the_end_of(arena, "late") == ("begun", "")
