"""Plays the missing blocks of an experiment on several cores.

Each block's result is saved immediately. So if a run is stopped, it loses only the blocks that
were being played.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import msgspec

from arena.common.errors import ArenaError
from arena.experiments.blocks import Blocks
from arena.experiments.experiment import Experiment, Json, Setting, Task
from arena.workers.engine import WorkersDied, open_engine
from arena.workers.portable import OpenEngine, Portable


@dataclass(frozen=True)
class PlayTasks(Portable[Task, tuple[int, Json]]):
    """The job of playing an experiment's tasks. Each task is one block."""

    work: Callable[[Task], Json]

    result_type = tuple[int, Json]  # the number of the task and its result
    ahead = 1  # a task takes seconds, so no task should wait behind another one

    @contextmanager
    def open(self) -> Iterator[Callable[[Task], tuple[int, Json]]]:
        yield self._play

    def _play(self, task: Task) -> tuple[int, Json]:
        return task.number, msgspec.json.decode(msgspec.json.encode(self.work(task)))

    def describe(self, task: Task) -> str:
        return f"block {task.number}"


def gather(
    experiment: Experiment,
    setting: Setting,
    folder: Path,
    workers: int,
    progress: Callable[[int], None],
    open_engine: OpenEngine = open_engine,
) -> list[Json]:
    """The results of all blocks, in order.

    Calls `progress` with the number of games of each block that is played. The first call has
    the games of all blocks that were already in the folder.
    """
    tasks = experiment.tasks(setting)
    with Blocks(folder, experiment, setting) as blocks:
        progress(sum(task.games for task in tasks if task.number in blocks.done))
        missing = {task.number: task for task in tasks if task.number not in blocks.done}
        workers = min(workers, max(1, len(missing)))
        try:
            with open_engine(PlayTasks(experiment.work), workers) as engine:
                for results in engine.results([task] for task in missing.values()):
                    for number, result in results:
                        blocks.add(number, result)
                        progress(missing[number].games)
        except WorkersDied as died:
            raise ArenaError(
                f"{died} All finished blocks are saved, and the same command continues. With fewer "
                f"--workers it needs less memory."
            ) from None
        return [blocks.done[task.number] for task in tasks]
