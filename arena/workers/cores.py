"""Plays fixtures on several cores: blocks of games, each in a process of its own."""

from collections import deque
from collections.abc import Generator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import active_children, get_context

from arena.common.errors import ArenaError
from arena.match.run import Run
from arena.replay.record import Record
from arena.sandbox.host.cleanup import sweep
from arena.schedule.fixtures import Fixture
from arena.workers.here import Room
from arena.workers.starting import settle_in, without_ctrl_c

BLOCKS = 16  # for each worker: enough that none is idle for long at the end
MOST = 16  # games in a block: they are counted, saved, and on Ctrl-C lost, together
AHEAD = 3  # blocks for each worker that are given out before their records are asked for

_rooms: list[Room] = []  # in a worker process: where it plays


def play(run: Run, fixtures: Sequence[Fixture], workers: int) -> Generator[Record]:
    """The records of these fixtures, in their order, whoever plays them."""
    workers = min(workers, len(fixtures))
    size = max(1, min(MOST, len(fixtures) // (workers * BLOCKS)))
    blocks = iter([fixtures[i : i + size] for i in range(0, len(fixtures), size)])
    context = get_context("spawn")
    pool = ProcessPoolExecutor(workers, context, _prepare, (run,))
    given: deque[Future[list[Record]]] = deque()
    try:
        while True:
            while len(given) < workers * AHEAD and (block := next(blocks, None)) is not None:
                with without_ctrl_c():  # at the first blocks, the workers start
                    given.append(pool.submit(_play_block, block))
            if not given:
                break
            yield from given.popleft().result()
    except BrokenProcessPool:
        raise ArenaError(
            "A worker process died: a bot ended it, or the machine is out of memory. "
            "Without --workers the bots play here, and you see what happens"
        ) from None
    except BaseException:  # Ctrl-C, or nobody wants our records any more: stop at once
        for worker in active_children():
            worker.terminate()
        raise
    finally:
        pool.shutdown()
        sweep()  # nobody closes what a worker has opened


def _prepare(run: Run) -> None:
    settle_in()
    _rooms[:] = [Room(run)]


def _play_block(block: Sequence[Fixture]) -> list[Record]:
    return [_rooms[0].play(fixture) for fixture in block]
