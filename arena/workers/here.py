"""The engine that works in this thread, and a short way to play a few games in it."""

from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import ExitStack
from typing import Generic, Self

from arena.common.errors import ArenaError
from arena.match.run import Run
from arena.replay.record import Record
from arena.schedule.fixtures import Fixture
from arena.workers.engine import Block, ItemT, Job, ResultT
from arena.workers.failures import as_arena_error
from arena.workers.room import Room


class Here(Generic[ItemT, ResultT]):
    """Does one item after the other, so results are always in order. See `Engine`."""

    whole_deals = False

    def __init__(self, job: Job[ItemT, ResultT]) -> None:
        self._job = job
        self._stopping = False
        self._leaving = ExitStack()
        self._work: Callable[[ItemT], ResultT] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._leaving.close()

    def stop(self) -> None:
        self._stopping = True

    def under_way(self) -> Sequence[tuple[str, ItemT]]:
        """Nothing: between two results, no item is being done."""
        return []

    def results(
        self, blocks: Iterable[Block[ItemT]], *, in_order: bool = False
    ) -> Generator[list[ResultT]]:
        for block in blocks:
            for item in block:
                if self._stopping:
                    return
                yield [self._do(item)]

    def _do(self, item: ItemT) -> ResultT:
        try:
            if self._work is None:
                self._work = self._leaving.enter_context(self._job.open())
            return self._work(item)
        except (ArenaError, BrokenPipeError):  # the second: `| head` reads what we print
            raise
        except Exception as error:
            raise as_arena_error(self._job, item, error) from error


def play(run: Run, fixtures: Iterable[Fixture]) -> Generator[Record]:
    """The records of these fixtures, for scripts, benchmarks and tests."""
    with Room(run) as room:
        for fixture in fixtures:
            yield room.play(fixture)
