"""The functions that dask calls on a machine of the cluster."""

import asyncio
from functools import cache
from typing import Any

import msgspec
from distributed import Worker, get_worker
from distributed.core import Status
from distributed.utils import sync

from arena.workers.cluster.facts import Facts, examine
from arena.workers.cluster.players import BlockOutcome, Parcel, Players

_parcels = msgspec.msgpack.Decoder(Parcel)
_encoder = msgspec.msgpack.Encoder()


@cache
def players() -> Players:
    """The players of this machine. They stay when the dask worker loses its scheduler."""
    return Players()


def play_block(data: bytes) -> bytes:
    """Do a block. Returns a `BlockOutcome` as msgpack, because bots could have made its content."""
    parcel = _parcels.decode(data)
    worker = get_worker()

    def fetch(names: list[str]) -> list[bytes | None]:
        call: Any = worker.scheduler.arena_get
        found: list[bytes | None] = sync(worker.loop, call, client=parcel.client, names=names)
        return found

    worker.loop.add_callback(worker.log_event, parcel.job, {"begun": parcel.key})
    players().address = worker.address
    outcome: BlockOutcome = players().play(parcel, fetch)
    encoded = _encoder.encode(outcome)
    if worker.status is not Status.running:  # the scheduler has given the block to another machine
        players().late.append((parcel.job, encoded))
    return encoded


def hand_in_late(worker: Worker) -> None:
    """Send the results of blocks that were done while this machine had no scheduler."""
    late = players().late
    while late:
        job, outcome = late.popleft()
        worker.log_event(job, {"late": outcome})


async def close_job(job: str) -> None:
    await asyncio.to_thread(players().close_job, job)


async def examine_machine(levels: list[str], packages: list[str]) -> bytes:
    """The `Facts` of this machine."""
    facts: Facts = await asyncio.to_thread(examine, levels, packages)
    return _encoder.encode(facts)
