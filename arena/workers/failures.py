"""Translates exceptions of an item, in the same way for every engine."""

import traceback

from arena.common.errors import ArenaError, GameRefused, StrictFault, Unavailable
from arena.guest.bot.tracebacks import describe
from arena.workers.engine import ItemT, Job, WorkersDied, WorkFailed
from Game.core import Refusal

KINDS = {
    kind.__name__: kind
    for kind in (ArenaError, GameRefused, StrictFault, Unavailable, WorkersDied, WorkFailed)
}


def as_arena_error(job: Job[ItemT, object], item: ItemT | None, error: Exception) -> ArenaError:
    """The exception that the caller sees; `item` is None if the job could not be opened."""
    if isinstance(error, ArenaError):
        return error
    if isinstance(error, Refusal):
        return GameRefused(str(error))
    what = "a worker's start" if item is None else job.describe(item)
    where = "".join(traceback.format_exception(error))
    return WorkFailed(f"{what[:1].upper()}{what[1:]} failed with {describe(error)}\n{where}")


def kind_of(error: ArenaError) -> str:
    """The name of an exception in messages between processes."""
    return next(name for name, kind in reversed(KINDS.items()) if isinstance(error, kind))
