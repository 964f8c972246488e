"""The engine that works in processes of this machine, one on each core.

Every worker has its own pipe. If workers shared a lock and one of them was killed, the lock would
stay locked.
"""

from collections import deque
from collections.abc import Generator, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Generic, Self

import msgspec

from arena.common.errors import ArenaError
from arena.sandbox.host.cleanup import sweep
from arena.workers.block_queue import BlockQueue, NumberedBlock
from arena.workers.engine import DEATHS, HEARTBEAT, Block, ItemT, Job, ResultT, WorkersDied
from arena.workers.failures import KINDS
from arena.workers.starting import without_ctrl_c
from arena.workers.worker_process import RESULT, STOP, serve

LEAD = 3  # with `in_order`: blocks for each worker that may begin before the first one is done


@dataclass
class _Worker(Generic[ItemT]):
    process: BaseProcess
    pipe: Connection
    # The worker does the first of these blocks.
    blocks: deque[NumberedBlock[ItemT]] = field(default_factory=deque)
    must_stop: bool = False


class Cores(Generic[ItemT, ResultT]):
    """Starts workers when there are blocks for them, and keeps them until it is closed."""

    whole_deals = False

    def __init__(self, job: Job[ItemT, ResultT], workers: int) -> None:
        self._job = job
        self._context = get_context("spawn")
        self._workers: list[_Worker[ItemT] | None] = [None] * workers
        self._messages = msgspec.msgpack.Decoder(tuple[str, msgspec.Raw])
        self._results = msgspec.msgpack.Decoder(job.result_type)
        self._stopping = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        workers = [worker for worker in self._workers if worker is not None]
        for worker in workers:
            worker.process.kill()
        for worker in workers:
            worker.process.join()
            worker.pipe.close()
        self._workers = [None] * len(self._workers)
        if workers:
            sweep()  # a killed worker cannot end its boxes

    def stop(self) -> None:
        self._stopping = True

    def break_off(self) -> None:
        """From another thread: end the workers at once. Then `results` ends without an error."""
        self._stopping = True
        for worker in self._workers:
            if worker is not None:
                worker.process.kill()
                worker.process.join()

    def under_way(self) -> Sequence[tuple[str, ItemT]]:
        busy = [(n, each) for n, each in enumerate(self._workers, 1) if each and each.blocks]
        return [(f"worker {n}", each.blocks[0].items[0]) for n, each in busy]

    def results(
        self, blocks: Iterable[Block[ItemT]], *, in_order: bool = False
    ) -> Generator[list[ResultT]]:
        lead = LEAD * len(self._workers) if in_order else None
        queue: BlockQueue[ItemT, ResultT] = BlockQueue(blocks, lead)
        while True:
            if self._stopping:
                self._tell_to_stop()
            else:
                self._give_out(queue)
            pipes = {worker.pipe: number for number, worker in enumerate(self._workers) if worker}
            if not pipes or not (self._stopping or self._is_busy()):
                break
            failures = [
                self._hear(pipes[pipe], queue)  # type: ignore[index]
                for pipe in wait(list(pipes), timeout=HEARTBEAT)
            ]
            yield queue.take()
            for failure in failures:
                if failure is not None:
                    raise failure
        yield queue.take_all()

    def _is_busy(self) -> bool:
        return any(worker and worker.blocks for worker in self._workers)

    def _give_out(self, queue: BlockQueue[ItemT, ResultT]) -> None:
        """Send blocks to workers. Each gets its first block before any gets a second one."""
        for held in range(self._job.ahead):
            for number, worker in enumerate(self._workers):
                if worker is not None and len(worker.blocks) > held:
                    continue
                block = queue.next()
                if block is None:
                    return
                if worker is None:
                    worker = self._workers[number] = self._start_worker()
                worker.blocks.append(block)
                with suppress(OSError):  # the worker has died: `_hear` finds out
                    worker.pipe.send(list(block.items))

    def _tell_to_stop(self) -> None:
        for worker in self._workers:
            if worker is not None and not worker.must_stop:
                worker.must_stop = True
                with suppress(OSError):
                    worker.pipe.send(STOP)

    def _start_worker(self) -> _Worker[ItemT]:
        ours, theirs = self._context.Pipe()
        process = self._context.Process(target=serve, args=(self._job, theirs), daemon=True)
        with without_ctrl_c():
            process.start()
        theirs.close()
        return _Worker(process, ours)

    def _hear(self, number: int, queue: BlockQueue[ItemT, ResultT]) -> ArenaError | None:
        """Read all messages of this worker. Returns the error if the work cannot go on."""
        worker = self._workers[number]
        assert worker is not None
        try:
            while worker.pipe.poll():
                kind, value = self._messages.decode(worker.pipe.recv_bytes())
                if kind == RESULT:
                    queue.add(worker.blocks[0], self._results.decode(value))
                    if not worker.blocks[0].items:
                        worker.blocks.popleft()
                elif not self._stopping:
                    return KINDS[kind](msgspec.msgpack.decode(value, type=str))
        except (EOFError, OSError):
            self._workers[number] = None
            worker.pipe.close()
            worker.process.join()
            if worker.blocks and not self._stopping:
                return self._give_back(worker, queue)
        return None

    def _give_back(
        self, worker: _Worker[ItemT], queue: BlockQueue[ItemT, ResultT]
    ) -> WorkersDied | None:
        """Give the blocks of a dead worker to others, unless too many workers died at this item."""
        first = worker.blocks[0]
        first.deaths += 1
        if first.deaths == DEATHS:
            return WorkersDied(
                f"A worker process ended {DEATHS} times (the last time with exit code "
                f"{worker.process.exitcode}) while it played "
                f"{self._job.describe(first.items[0])}: the machine is out of memory, or a bot "
                f"that is not isolated ended it."
            )
        queue.give_back(worker.blocks)
        return None
