"""Jobs that other machines can do: without shared files, and without the seed."""

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple, Protocol, Self

import msgspec

from arena.workers.engine import Engine, ItemT, Job, ResultT


class Needs(NamedTuple):
    """What a machine must have for a job."""

    levels: tuple[str, ...] = ()  # of isolation
    packages: tuple[str, ...] = ()  # that bots may import
    is_timed: bool = False  # are bots on the clock?


class Portable(Job[ItemT, ResultT], Protocol[ItemT, ResultT]):
    """A job that can travel to machines which know nothing of the arena's machine.

    The methods here are enough for a job without secrets and without files.
    """

    def needs(self) -> Needs:
        """What a machine must have."""
        return Needs()

    def pack(self) -> Self:
        """The job as it travels: it can be pickled, and has no secrets and no files."""
        return self

    def seal(self, item: ItemT) -> ItemT:
        """The item as it travels, with the secrets that it needs, and no others."""
        return item

    def files(self, item: ItemT) -> Mapping[str, bytes]:
        """The files that the item needs, by hash. They travel only once."""
        return {}

    def unpack(self, folder: Path, host: str) -> Self:
        """The packed job on the machine that is called `host`; its files are in `folder`."""
        return self

    def essence(self, result: ResultT) -> bytes:
        """The part of a result that is the same wherever the item is done."""
        return msgspec.msgpack.encode(result)


class OpenEngine(Protocol):
    """A function that makes the engine for a job, with so many workers."""

    def __call__(
        self, job: Portable[ItemT, ResultT], workers: int, /
    ) -> Engine[ItemT, ResultT]: ...
