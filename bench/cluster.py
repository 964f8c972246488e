"""What a cluster costs: two cores of a local cluster against two workers, with the same blocks, the
games that a coordinator can take in, and the time until the first game.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from os import sched_getaffinity
from pathlib import Path
from signal import SIGINT
from subprocess import DEVNULL, Popen
from tempfile import TemporaryDirectory
from time import perf_counter, sleep, thread_time

from arena.workers.cluster.engine import Cluster
from arena.workers.cluster.opening import open_fleet
from arena.workers.cores import Cores
from arena.workers.engine import Engine
from arena.workers.portable import Portable
from bench.contest import Contest, Unmeasurable, wall_side, within
from bench.large.coordinator import coordinator
from bench.rows import Row

LONG, SHORT = 1.0, 0.1  # seconds of processor time of a block
STARTS, START = 5, 5.0  # how many times, and the seconds that one may take
LOOK = 0.005  # seconds between two looks for a game


@dataclass(frozen=True)
class Compute(Portable[float, float]):
    """Keeps a core busy for so many seconds of its time."""

    result_type = float
    ahead = 2

    @contextmanager
    def open(self) -> Iterator[Callable[[float], float]]:
        yield self._compute

    def _compute(self, seconds: float) -> float:
        until = thread_time() + seconds
        while thread_time() < until:
            pass
        return seconds

    def describe(self, item: float) -> str:
        return f"{item:g} s of work"


def against_workers(seconds: float, blocks: int) -> Callable[[], AbstractContextManager[Contest]]:
    """A contest with blocks of so many seconds."""

    @contextmanager
    def contest() -> Iterator[Contest]:
        if len(sched_getaffinity(0)) < 2:
            raise Unmeasurable("This machine has only one core, and two workers need two.")
        with (
            open_fleet("local:2", None) as fleet,
            Cluster(Compute(), fleet) as ours,
            Cores(Compute(), 2) as peer,
        ):
            yield Contest(side(ours), side(peer), "--workers 2")

    def side(engine: Engine[float, float]) -> Callable[[int], tuple[int, float]]:
        def work(times: int) -> int:
            items = ([seconds] for _ in range(times * blocks))
            return sum(len(some) for some in engine.results(items))

        work(1)  # starts the processes
        return wall_side(work)

    return contest


@contextmanager
def start() -> Iterator[Contest]:
    """The time from a command with `--on local:2` to its first game, the best of some."""
    yield within(min(_start() for _ in range(STARTS)), START, "the limit")


def _start() -> float:
    with TemporaryDirectory() as folder:
        match = ["play", "greedy", "osla", "-n", "1000", "--on", "local:2", "--save", "match"]
        began = perf_counter()
        running = Popen(
            [sys.executable, "-m", "arena", *match], cwd=folder, stdout=DEVNULL, stderr=DEVNULL
        )
        try:
            games = Path(folder, "match", "games.jsonl")
            while not (games.exists() and games.stat().st_size):
                assert running.poll() is None, "the command ended without a game"
                sleep(LOOK)
            return perf_counter() - began
        finally:
            running.send_signal(SIGINT)
            running.wait()


ROWS = [
    Row(
        "cluster.overhead", "blocks/s", against_workers(LONG, 4), floor=0.95, compiled=False,
        note="blocks of a second",
    ),
    Row(
        "cluster.small_blocks", "blocks/s", against_workers(SHORT, 20), floor=0.8, compiled=False,
        note="blocks of 100 ms",
    ),
    Row(
        "cluster.coordinator", "games/s", coordinator, floor=1.0, compiled=False,
        note="in a second of the coordinator's processor time",
    ),
    Row(
        "cluster.start", "s", start, ceiling=1.0, compiled=False,
        note="to the first game with --on local:2",
    ),
]  # fmt: skip
