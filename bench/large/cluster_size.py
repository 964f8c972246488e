"""`python -m bench.large.cluster_size`: how many cores can one coordinator feed?

First it measures, with a scheduler, a machine and a coordinator in processes of their own: the
processor time that the coordinator needs for a game and for a block, and the scheduler for a block.
Then it measures how long real games take, as if their bots thought longer, and plays through
clusters of many cores: each block goes through the scheduler to a core, and its results come back
through the scheduler to the coordinator. These two do one thing at a time. A core holds two blocks.

The table shows how busy the cores, the coordinator and the scheduler are. A coordinator feeds so
many cores as are busy 95 % of the time.
"""

import os
import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from heapq import heappop, heappush
from pathlib import Path
from statistics import mean
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

from arena.bots.bot import load
from arena.match.run import RunOptions, new_match
from arena.replay.result import Effort, Result
from arena.workers import here
from arena.workers.games import OVERHEAD, Pace, PlayedGame
from bench.large.coordinator import UNIT, taking_in
from Game.registry import find

TICK = os.sysconf("SC_CLK_TCK")
SIZES = (10, 20, 50, 100, 200, 400, 800, 1600, 3200)  # cores
FED = 0.95  # the share of the time in which the cores must be busy
PAIR = ("osla", "greedy")
MEANS = (0.005, 0.05, 0.5)  # seconds a game
SHORT, LONG = 8, 100  # games in a block
MEASURED = 20_000  # games
SAMPLE = 200  # real games
BLOCKS = 40  # for each core, in the simulation


class Costs(NamedTuple):
    """Seconds of processor time."""

    game: float  # of the coordinator
    block: float  # of the coordinator
    scheduling: float  # of the scheduler, for a block


class Load(NamedTuple):
    """The share of the time in which they are busy."""

    cores: float
    coordinator: float
    scheduler: float


def main() -> None:
    costs = measure_costs()
    print(f"coordinator: {costs.game * 1e6:.0f} us a game and {costs.block * 1e3:.2f} ms a block; "
          f"scheduler: {costs.scheduling * 1e3:.2f} ms a block")  # fmt: skip
    measured = game_times()
    for wanted in MEANS:
        seconds = [each * wanted / mean(measured) for each in measured]
        games = block_size(wanted)
        print(f"\n{wanted * 1e3:g} ms a game, {games} games in a block")
        print("  cores   busy  coordinator  scheduler")
        for cores in SIZES:
            load = simulate(cores, seconds, games, costs)
            busy = f"{load.cores:>6.0%} {load.coordinator:>12.0%} {load.scheduler:>10.0%}"
            print(f"{cores:>7} {busy}", flush=True)
            if load.cores < FED:
                break


def measure_costs() -> Costs:
    """The two costs of the coordinator follow from two lengths of blocks."""
    with cluster() as (address, scheduler):
        short, scheduled = _costs(address, scheduler, SHORT)
        long, _ = _costs(address, scheduler, LONG)
    block = (short - long) / (1 / SHORT - 1 / LONG)
    return Costs(long - block / LONG, block, scheduled * SHORT)


def _costs(address: str, scheduler: int, games: int) -> tuple[float, float]:
    """Seconds of the coordinator and of the scheduler for a game, with so many in a block."""
    with taking_in(address, 1 / (games + 0.5) - OVERHEAD) as side:
        side(MEASURED // UNIT // 10)
        before = processor_time(scheduler)
        taken, seconds = side(MEASURED // UNIT)
        return seconds / taken, (processor_time(scheduler) - before) / taken


@contextmanager
def cluster() -> Iterator[tuple[str, int]]:
    """A cluster on this machine: the address and the process of its scheduler."""
    from tests.support.clusters import Machines

    with TemporaryDirectory() as folder:
        machines = Machines(Path(folder))
        try:
            machines.join(cores=2)
            yield machines.address, machines.scheduler.pid
        finally:
            machines.end()


def processor_time(pid: int) -> float:
    """The seconds that a process has worked."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICK


def game_times() -> list[float]:
    """The seconds of real games of Brisca between two bots of the house."""
    bots = [load(name) for name in PAIR]
    run = new_match(find("brisca")(), bots, SAMPLE, RunOptions(clock=False, seed="bench"))
    seconds, started = [], perf_counter()
    for _ in here.play(run, run.fixtures):
        seconds.append(perf_counter() - started)
        started = perf_counter()
    return seconds[1:]  # the first one includes the start


def block_size(seconds: float) -> int:
    """How many games `Pace` allows in a block, if one takes so long."""
    pace = Pace()
    effort = Effort(20, int(seconds * 1e6), 1, 1, {})
    game = PlayedGame("", "", Result(0, ("a", "b"), (0, 1), (70, 50), (effort,)), [], b"")
    for _ in range(2 * SHORT):
        pace.add(game)
    return pace.most


def simulate(cores: int, seconds: Sequence[float], games: int, costs: Costs) -> Load:
    """Play through `BLOCKS` blocks for each core, until the last one is given out."""
    dice = random.Random(1)
    giving, taking = costs.block / 2, costs.block / 2 + games * costs.game
    half = costs.scheduling / 2  # on the way there, and on the way back
    free = {"coordinator": 0.0, "scheduler": 0.0}
    used = dict.fromkeys(free, 0.0)
    lost = 0.0  # seconds in which cores had no block
    waiting = [0] * cores  # blocks that a core has and has not begun
    idle_since: list[float | None] = [0.0] * cores  # None: it plays
    events: list[tuple[float, int, str, int]] = []
    count = 0

    def serve(server: str, now: float, cost: float) -> float:
        """When a server has done this."""
        free[server] = max(now, free[server]) + cost
        used[server] += cost
        return free[server]

    def push(time: float, kind: str, core: int) -> None:
        nonlocal count
        count += 1
        heappush(events, (time, count, kind, core))

    def give(now: float, core: int) -> None:
        push(serve("coordinator", now, giving), "given", core)

    def begin(now: float, core: int) -> None:
        push(now + sum(dice.choices(seconds, k=games)), "played", core)

    for _ in range(2):
        for core in range(cores):
            give(0.0, core)
    left, now = cores * (BLOCKS - 2), 0.0
    while left:
        now, _, kind, core = heappop(events)
        match kind:
            case "given":
                push(serve("scheduler", now, half), "arrived", core)
            case "arrived":
                since, idle_since[core] = idle_since[core], None
                if since is None:
                    waiting[core] += 1
                else:
                    lost += now - since
                    begin(now, core)
            case "played":
                push(serve("scheduler", now, half), "returned", core)
                if waiting[core]:
                    waiting[core] -= 1
                    begin(now, core)
                else:
                    idle_since[core] = now
            case "returned":
                push(serve("coordinator", now, taking), "taken", core)
            case "taken":
                left -= 1
                give(now, core)
    lost += sum(now - since for since in idle_since if since is not None)
    return Load(1 - lost / now / cores, used["coordinator"] / now, used["scheduler"] / now)


if __name__ == "__main__":
    main()
