"""The functions that dask calls on a machine of the cluster."""

import asyncio
from functools import cache
from typing import Any

import msgspec
from distributed import Worker, get_worker
from distributed.utils import sync

from arena.workers.cluster.facts import MachineFacts, examine
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
        blocks: list[bytes | None] = sync(worker.loop, call, client=parcel.client, names=names)
        return blocks

    # It must know before the block begins, because the block may end this machine.
    sync(worker.loop, worker.scheduler.arena_begin, job=parcel.job, key=parcel.key,
         worker=worker.address)  # fmt: skip
    players().address = worker.address
    outcome: BlockOutcome = players().play(parcel, fetch)
    encoded = _encoder.encode(outcome)
    players().recent.append((parcel.job, encoded))
    return encoded


def hand_in_late(worker: Worker) -> None:
    """Send the last results again: the scheduler may have lost this machine before they came."""
    recent = players().recent
    while recent:
        job, outcome = recent.popleft()
        worker.log_event(job, {"late": outcome})


async def close_job(job: str) -> None:
    await asyncio.to_thread(players().close_job, job)


async def examine_machine(levels: list[str], packages: list[str]) -> bytes:
    """The `MachineFacts` of this machine."""
    facts: MachineFacts = await asyncio.to_thread(examine, levels, packages)
    return _encoder.encode(facts)
