"""Plays the blocks of an experiment that are missing, on as many cores as it is given.

Each worker process has one task at a time and sends back what came of it. We write it down, so a
run that ends at any moment, whatever ends it, loses no more than the blocks under way.
"""

import traceback
from collections import deque
from collections.abc import Callable, Generator, Sequence
from contextlib import closing, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path

import msgspec

from arena.common.errors import ArenaError
from arena.experiments.blocks import Blocks
from arena.experiments.experiment import Experiment, Json, Setting, Task
from arena.guest.protocol.safe_text import describe
from arena.workers.starting import settle_in, without_ctrl_c
from Game.core.refusal import Refusal

Work = Callable[[Task], Json]


def gather(
    experiment: Experiment,
    setting: Setting,
    folder: Path,
    workers: int,
    progress: Callable[[int], None],
) -> list[Json]:
    """What came of every block, in their order.

    `progress` hears of games as they are played, and at once of those that the folder had.
    """
    tasks = experiment.tasks(setting)
    with Blocks(folder, experiment, setting) as blocks:
        progress(sum(task.games for task in tasks if task.number in blocks.done))
        missing = [task for task in tasks if task.number not in blocks.done]
        workers = min(workers, len(missing))
        played = _here(experiment.work, missing) if workers < 2 else _beside(
            experiment.work, missing, workers
        )  # fmt: skip
        with closing(played):
            for task, result in played:
                blocks.add(task.number, result)
                progress(task.games)
        return [blocks.done[task.number] for task in tasks]


def _here(work: Work, tasks: Sequence[Task]) -> Generator[tuple[Task, Json]]:
    for task in tasks:
        yield task, msgspec.json.decode(msgspec.json.encode(work(task)))


def _beside(work: Work, tasks: Sequence[Task], workers: int) -> Generator[tuple[Task, Json]]:
    """The blocks as they come in, played in processes of their own."""
    waiting = deque(tasks)
    crew: dict[Connection, BaseProcess] = {}
    busy: dict[Connection, Task] = {}
    context = get_context("spawn")
    try:
        while waiting and len(crew) < workers:
            ours, theirs = context.Pipe()
            process = context.Process(target=_serve, args=(work, theirs), daemon=True)
            with without_ctrl_c():
                process.start()
            theirs.close()
            crew[ours] = process
            busy[ours] = _given(ours, waiting)
        while busy:
            for pipe in wait(list(busy)):
                assert isinstance(pipe, Connection)
                task = busy.pop(pipe)
                result = _heard(pipe, crew[pipe], task)
                if waiting:
                    busy[pipe] = _given(pipe, waiting)
                yield task, result
    finally:
        for each in crew.values():
            each.kill()
        for pipe, each in crew.items():
            each.join()
            pipe.close()


def _given(pipe: Connection, waiting: deque[Task]) -> Task:
    task = waiting.popleft()
    with suppress(OSError):  # it has died, as we shall hear
        pipe.send(task)
    return task


def _heard(pipe: Connection, process: BaseProcess, task: Task) -> Json:
    try:
        said = msgspec.json.decode(pipe.recv_bytes())
    except (EOFError, OSError):
        process.join()
        raise ArenaError(
            f"The worker process that played block {task.number} ended with exit code "
            f"{process.exitcode}: is the machine out of memory? What is done is kept; the same "
            f"command goes on, with fewer --workers it needs less."
        ) from None
    if "failed" in said:
        raise ArenaError(said["failed"])
    return said["result"]


# In a worker's process


def _serve(work: Work, pipe: Connection) -> None:
    """Play what we are given, until nobody is there any more."""
    settle_in()
    with suppress(EOFError, OSError):
        while True:
            task = pipe.recv()
            pipe.send_bytes(msgspec.json.encode(_played(work, task)))


def _played(work: Work, task: Task) -> Json:
    try:
        return {"result": work(task)}
    except (ArenaError, Refusal) as error:
        return {"failed": str(error)}
    except Exception as error:  # a mistake of ours, told where somebody reads it
        where = "".join(traceback.format_exception(error))
        return {"failed": f"Block {task.number} failed with {describe(error)}\n{where}"}
