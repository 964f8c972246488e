"""The code that runs in a worker's process, and its messages to and from `Cores`.

The arena sends pickled blocks; an empty one tells the worker to stop. The worker sends results in
msgpack: it may play bots without isolation, so the arena must not unpickle its data.
"""

from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from multiprocessing.connection import Connection

import msgspec

from arena.workers.engine import ItemT, Job, ResultT
from arena.workers.failures import as_arena_error, kind_of
from arena.workers.starting import settle_in

STOP: tuple[()] = ()  # a block without items
RESULT = "result"  # the kind of a message; the others are exceptions

_encoder = msgspec.msgpack.Encoder()


def serve(job: Job[ItemT, ResultT], pipe: Connection) -> None:
    """Do the items that arrive, until the arena says stop or has ended."""
    settle_in()
    item: ItemT | None = None
    with suppress(OSError):
        try:
            with job.open() as work:
                for item in _items(pipe):
                    _send(pipe, RESULT, work(item))
        except Exception as error:
            raised = as_arena_error(job, item, error)
            _send(pipe, kind_of(raised), str(raised))


def _send(pipe: Connection, kind: str, value: object) -> None:
    pipe.send_bytes(_encoder.encode((kind, value)))


def _items(pipe: Connection) -> Iterator[ItemT]:
    """The items, one by one. Before each item, the worker checks for a message to stop."""
    waiting: deque[ItemT] = deque()
    with suppress(EOFError):
        while True:
            while not waiting or pipe.poll():
                block = pipe.recv()
                if not block:
                    return
                waiting += block
            yield waiting.popleft()
