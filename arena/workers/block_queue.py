"""The blocks of one call of `Engine.results` that wait, and the results that wait for their turn.

An engine with workers takes the next block from it, adds each result to it, and gives back the
blocks of a worker that died.
"""

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Generic

from arena.workers.engine import Block, ItemT, ResultT


@dataclass(eq=False)
class NumberedBlock(Generic[ItemT]):
    """A block, with its items that are not done yet."""

    number: int
    items: deque[ItemT]  # a worker does the first one
    deaths: int = 0  # how many workers have died at the first item


class BlockQueue(Generic[ItemT, ResultT]):
    """With `lead`, results come in the order of the blocks.

    Then a block begins only if it is fewer than `lead` blocks after the first unfinished one. This
    limits how many results are held back.
    """

    def __init__(self, blocks: Iterable[Block[ItemT]], lead: int | None) -> None:
        self._blocks = iter(blocks)
        self._lead = lead
        self._begun = 0  # the number of blocks taken from the iterator
        self._first = 0  # the number of the first block that is not done
        self._again: deque[NumberedBlock[ItemT]] = deque()
        self._done: set[int] = set()  # later blocks that are done
        self._held: dict[int, list[ResultT]] = {}  # by block, until its turn comes
        self._ready: list[ResultT] = []

    def next(self) -> NumberedBlock[ItemT] | None:
        """The next block to do; None if no block may begin now."""
        return self._again.popleft() if self._again else self._take_new()

    def ready(self, most: int) -> int:
        """The number of blocks that may begin now, counted up to `most`."""
        while len(self._again) < most and (block := self._take_new()) is not None:
            self._again.append(block)
        return len(self._again)

    def _take_new(self) -> NumberedBlock[ItemT] | None:
        if self._lead is not None and self._begun - self._first >= self._lead:
            return None
        for block in self._blocks:
            self._begun += 1
            return NumberedBlock(self._begun - 1, deque(block))
        return None

    def give_back(self, blocks: Iterable[NumberedBlock[ItemT]]) -> None:
        """Put these blocks back, in front of all others, because their worker has died."""
        self._again.extendleft(reversed(list(blocks)))

    def add(self, block: NumberedBlock[ItemT], result: ResultT) -> None:
        """Enter the result of the block's first item."""
        block.items.popleft()
        block.deaths = 0
        if self._lead is None:
            self._ready.append(result)
            return
        self._held.setdefault(block.number, []).append(result)
        if not block.items:
            self._done.add(block.number)
        while True:
            self._ready += self._held.pop(self._first, [])
            if self._first not in self._done:
                return
            self._done.remove(self._first)
            self._first += 1

    def take(self) -> list[ResultT]:
        """The results whose turn has come since the last call."""
        ready, self._ready = self._ready, []
        return ready

    def take_all(self) -> list[ResultT]:
        """All results that are left, in order. Items without a result are dropped."""
        held = [result for _, results in sorted(self._held.items()) for result in results]
        self._held.clear()
        return self.take() + held
