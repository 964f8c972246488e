"""The engine interface: blocks of work go in, results come out, and the caller cannot tell where
the work is done.

`arena play`, `league`, `run`, `experiment` and `analyse` all play their games through it. There
are two engines: `Here` works in this thread, `Cores` in processes on this machine. An engine for a
cluster needs no change in a caller, because nothing here assumes that a worker shares memory,
files or a parent process with the caller.
"""

from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol, Self, TypeVar

from arena.common.errors import ArenaError

DEATHS = 3  # if so many workers die at one item, the work fails
HEARTBEAT = 0.5  # seconds after which `results` yields, even if nothing came in

ItemT = TypeVar("ItemT")
ResultT = TypeVar("ResultT")
ItemIn = TypeVar("ItemIn", contravariant=True)
ResultOut = TypeVar("ResultOut", covariant=True)

Block = Sequence[ItemT]  # items that one worker does, one after the other


class WorkersDied(ArenaError):
    """`DEATHS` workers ended at the same item. The sentence names it; the caller adds advice."""


class WorkFailed(ArenaError):
    """An item raised an exception that is a mistake in our code. It has the traceback."""


class Job(Protocol[ItemIn, ResultOut]):
    """The work that workers do on an item.

    A job travels to each worker by value, once. So it can be pickled, unless it is only used with
    `Here`. Items can be pickled, too. Results are plain data: types that msgspec can encode.
    """

    @property
    def result_type(self) -> Any:
        """The type of the results, as msgspec decodes it."""
        ...

    @property
    def ahead(self) -> int:
        """How many blocks a worker may hold: 2 if they are short, so that it never waits."""
        ...

    def open(self) -> AbstractContextManager[Callable[[ItemIn], ResultOut]]:
        """A worker opens the job once. The function that it gets does one item.

        The result depends on the item only, not on the worker or on the items before it.
        """
        ...

    def describe(self, item: ItemIn) -> str:
        """The item in the words of an error: "match, deal 3" or "block 7"."""
        ...


class Engine(Protocol[ItemIn, ResultT]):
    """Does a job's items on its workers. Use it in a `with` block.

    Every engine guarantees:

    - **Once.** There is one result for each item, unless the work is stopped or fails. The items
      of a block are done by one worker, one after the other, in their order.
    - **Lazy.** A block is taken from the iterator when a worker has room for it. So the iterator
      may be as long as you like.
    - **Order.** Results come as they are ready. Those of one block are in its order; with
      `in_order`, all results are in the order of the items.
    - **Progress.** `results` yields a list of the results that have arrived. While workers are busy
      it yields at least every `HEARTBEAT` seconds, if necessary an empty list, so that the caller
      can look at the clock. `Here` yields after each item. A cluster may give a block's results all
      at once.
    - **Stop.** After `stop()` no item begins. `results` still yields those that are under way, and
      then ends. You may call `stop` between two results, or from a signal handler. A cluster may
      finish the blocks that are under way. A stopped engine does no more work.
    - **End.** When the `with` block ends, also by an exception, work under way is aborted. No
      worker is left when `__exit__` returns.
    - **Death of a worker.** A new worker replaces it, and gets the items that it has not done. The
      results that it sent before count. If `DEATHS` workers die at the same item, `results` raises
      `WorkersDied`.
    - **Exceptions.** If an item raises an `ArenaError`, `results` raises an `ArenaError` with the
      same sentence; a `StrictFault` remains one. A `Refusal` of the game's rules becomes a
      `GameRefused`, any other exception a `WorkFailed`. Results that came in before are yielded
      first.
    - **Again.** `results` may be called again when the last call is over. The workers stay.
    """

    @property
    def whole_deals(self) -> bool:
        """Must a block have all seatings of its deals? Yes, if workers are on several machines."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...

    def results(
        self, blocks: Iterable[Block[ItemIn]], *, in_order: bool = False
    ) -> Generator[list[ResultT]]:
        """The results of all items in these blocks."""
        ...

    def stop(self) -> None:
        """Begin no new items."""
        ...

    def under_way(self) -> Sequence[tuple[str, Any]]:
        """The items that are being done now, each with the name of the worker or machine.

        Of a block on another machine, it is the first item.
        """
        ...


def open_engine(job: Job[ItemT, ResultT], workers: int) -> Engine[ItemT, ResultT]:
    """The engine for so many workers; a single one works in this thread."""
    if workers == 1:
        from arena.workers.here import Here

        return Here(job)
    from arena.workers.cores import Cores

    return Cores(job, workers)
