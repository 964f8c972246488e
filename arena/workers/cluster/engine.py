"""The engine that works on the machines of a cluster. dask.distributed decides which does what.

Truth is in the results that have arrived. A block depends only on its items, so a block whose
machine is gone is simply done again by another one.
"""

import asyncio
import concurrent.futures
import logging
import pickle
import secrets
from collections.abc import Generator, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import blake2b
from time import monotonic
from typing import Any, Generic, Self

import msgspec

from arena.common.errors import ArenaError
from arena.workers.block_queue import BlockQueue, NumberedBlock
from arena.workers.cluster.events import Begun, BlockEnd, Event, LateOutcome, MachineLeft
from arena.workers.cluster.fleet import Fleet
from arena.workers.cluster.machine import close_job, play_block
from arena.workers.cluster.players import BlockOutcome, Parcel
from arena.workers.engine import DEATHS, HEARTBEAT, Block, ItemT, ResultT, WorkersDied, WorkFailed
from arena.workers.failures import KINDS
from arena.workers.portable import Portable

from distributed import KilledWorker  # isort: skip  # after fleet, which sets dask

LEAD = 3  # in order, so many blocks for each core may begin before the first one is done
CANCELLED = (asyncio.CancelledError, concurrent.futures.CancelledError)
WAITING = 60  # heartbeats without a machine, after which we say that we wait

log = logging.getLogger(__name__)


@dataclass
class _Flight(Generic[ItemT]):
    """A block that a machine has, or will get."""

    block: NumberedBlock[ItemT]
    future: Any
    allowed: frozenset[str]  # the machines that may do it
    machine: str = ""  # the one that began it


class Cluster(Generic[ItemT, ResultT]):
    """Does the items of a job on a fleet of machines."""

    whole_deals = True

    def __init__(self, job: Portable[ItemT, ResultT], fleet: Fleet) -> None:
        self._job = job
        self._fleet = fleet
        self._name = f"arena-{secrets.token_hex(8)}"  # no other coordinator may have this one
        self._results = msgspec.msgpack.Decoder(job.result_type)
        self._outcomes = msgspec.msgpack.Decoder(BlockOutcome)
        self._encoder = msgspec.msgpack.Encoder()
        self._flights: dict[str, _Flight[ItemT]] = {}
        self._sent: set[str] = set()  # the files that the scheduler has
        self._calls = 0  # of `results`
        self._submitted = 0
        self._lost: dict[int, list[str]] = {}  # hosts that died at a block, by its number
        self._given_up: list[ArenaError] = []
        self._doubtful: set[str] = set()  # blocks that two machines may have done
        # The first outcome of such a block, and a hash of it.
        self._seen: dict[str, tuple[BlockOutcome, bytes]] = {}
        self._stopping = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._drop_flights()
        if self._sent and self._fleet.is_connected:
            self._fleet.forget(self._name)
            with suppress(OSError, TimeoutError, ArenaError):
                machines = list(self._fleet.machines)
                call: Any = self._fleet.client._run
                self._fleet.call(call, close_job, self._name, workers=machines, on_error="ignore")
        self._sent.clear()

    def stop(self) -> None:
        self._stopping = True

    def under_way(self) -> Sequence[tuple[str, ItemT]]:
        hosts, begun = self._fleet.hosts, (each for each in self._flights.values() if each.machine)
        return [
            (hosts.get(each.machine, each.machine), each.block.items[0])
            for each in begun
            if each.block.items
        ]

    def results(
        self, blocks: Iterable[Block[ItemT]], *, in_order: bool = False
    ) -> Generator[list[ResultT]]:
        self._open()
        self._calls += 1
        self._lost.clear()
        lead = LEAD * self._fleet.cores if in_order else None
        queue: BlockQueue[ItemT, ResultT] = BlockQueue(blocks, lead)
        silent = 0  # heartbeats without a machine
        try:
            while not self._is_over(queue):
                until = monotonic() + HEARTBEAT
                ready: list[ResultT] = []
                failures: list[ArenaError] = []
                while not (ready or failures or (left := until - monotonic()) <= 0):
                    for event in self._fleet.events(left):
                        failures += self._handle(event, queue, in_order)
                    failures += self._check_fleet()
                    ready = queue.take()
                    if self._is_over(queue):
                        break
                silent = 0 if self._fleet.machines else silent + 1
                if silent % WAITING == WAITING - 1:
                    log.warning("No machine can play now. %s", self._fleet.waits_for())
                yield ready
                if failures:
                    raise failures[0]
            yield queue.take_all()
            if self._given_up:
                raise self._given_up[0]
        finally:
            self._drop_flights()

    def _open(self) -> None:
        """Give the job to the scheduler, and examine the machines."""
        if not self._sent:
            self._fleet.follow(self._name)
            self._send_files({self._name: pickle.dumps(self._job.pack())})
            self._fleet.admit(self._job.needs())

    def _send_files(self, files: dict[str, bytes]) -> None:
        call: Any = self._fleet.client.scheduler.arena_put
        self._fleet.call(call, client=self._fleet.client.id, files=files)
        self._sent.update(files)

    def _is_over(self, queue: BlockQueue[ItemT, ResultT]) -> bool:
        """Submit more blocks, and return whether no block is under way."""
        return (self._stopping or self._give_out(queue)) and not self._flights

    def _check_fleet(self) -> list[ArenaError]:
        if not self._fleet.is_hopeless or self._stopping:
            return []
        return [ArenaError(f"No machine of the cluster may play. {self._fleet.refusals()}")]

    def _give_out(self, queue: BlockQueue[ItemT, ResultT]) -> bool:
        """Submit blocks while there is room. Returns whether no block may begin now."""
        ahead = self._job.ahead
        room = ahead * sum(self._fleet.machines.values())
        while len(self._flights) < room and (block := queue.next()) is not None:
            self._submit(block)
        waiting = queue.ready(max(1, ahead * self._fleet.cores - len(self._flights)))
        busy = {flight.machine for flight in self._flights.values()}
        self._fleet.adapt(len(self._flights) + waiting, busy)
        return not waiting

    def _submit(self, block: NumberedBlock[ItemT]) -> None:
        items = [self._job.seal(item) for item in block.items]
        files = {name: data for item in block.items for name, data in self._job.files(item).items()}
        new = {name: data for name, data in files.items() if name not in self._sent}
        if new:
            self._send_files(new)
        self._submitted += 1
        key = f"{self._name}-{self._calls}-{block.number}-{self._submitted}"
        client, allowed = self._fleet.client, frozenset(self._fleet.machines)
        parcel = Parcel(key, client.id, self._name, pickle.dumps(items), list(files))
        data = self._encoder.encode(parcel)
        future = client.submit(play_block, data, key=key, workers=sorted(allowed), pure=False)
        self._flights[key] = _Flight(block, future, allowed)
        self._fleet.start(_outcome_of(key, future))

    def _drop_flights(self) -> None:
        for flight in self._flights.values():
            flight.future.release()
        self._flights.clear()

    def _handle(
        self, event: Event, queue: BlockQueue[ItemT, ResultT], in_order: bool
    ) -> list[ArenaError]:
        """Enter an event. Returns the errors that end the work."""
        match event:
            case Begun(key, address) if key in self._flights:
                self._flights[key].machine = address
            case MachineLeft():
                return self._lose(event, queue, in_order)
            case LateOutcome(data):
                self._compare(self._outcomes.decode(data))
            case BlockEnd(_, None, KilledWorker()):
                pass  # that the machine has left is an event of its own
            case BlockEnd(key, data, error) if key in self._flights:
                if data is not None:
                    return self._add(self._outcomes.decode(data), queue, in_order)
                flight = self._flights.pop(key)
                if not isinstance(error, CANCELLED):
                    what = self._job.describe(flight.block.items[0])
                    what = f"{what[:1].upper()}{what[1:]}"
                    return [WorkFailed(f"{what} failed in the cluster: {error!r}")]
                if not self._stopping:
                    queue.give_back([flight.block])
        return []

    def _add(
        self, outcome: BlockOutcome, queue: BlockQueue[ItemT, ResultT], in_order: bool
    ) -> list[ArenaError]:
        """Enter the results of a block."""
        flight = self._flights.pop(outcome.key)
        if _block_of(outcome.key) in self._doubtful:
            self._compare(outcome)
        for result in outcome.results:
            queue.add(flight.block, self._results.decode(result))
        if outcome.error is None:
            if flight.block.items and not self._stopping:  # the machine was leaving
                queue.give_back([flight.block])
            return []
        kind, text = outcome.error
        if outcome.is_unfit:
            self._fleet.refuse(outcome.address, text)
            queue.give_back([flight.block])
            return []
        return [] if self._stopping else self._fail(KINDS[kind](text), in_order)

    def _fail(self, error: ArenaError, in_order: bool) -> list[ArenaError]:
        """An item cannot be done. If only this item is bad, the others go on first."""
        if in_order or not isinstance(error, WorkersDied):
            return [error]
        log.warning("%s The others go on", error)
        self._given_up.append(error)
        return []

    def _lose(
        self, left: MachineLeft, queue: BlockQueue[ItemT, ResultT], in_order: bool
    ) -> list[ArenaError]:
        """A machine is gone. Its blocks are done again, unless too many machines died at one."""
        failures = []
        for key in left.keys & self._flights.keys():
            self._doubtful.add(_block_of(key))
            if left.expected:
                continue  # dask gives it to another machine
            flight = self._flights.pop(key)
            flight.future.release()
            block = flight.block
            if flight.machine == left.address:
                block.deaths += 1
                host = self._fleet.hosts.get(left.address, left.address)
                self._lost.setdefault(block.number, []).append(host)
            if block.deaths < DEATHS:
                queue.give_back([block])
                continue
            what = self._job.describe(block.items[0])
            died = WorkersDied(
                f"{DEATHS} machines were lost while they played the block that begins with "
                f"{what}: {', '.join(self._lost[block.number])}. It may need more memory than they "
                f"have."
            )
            failures += self._fail(died, in_order)
        for key, flight in list(self._flights.items()):
            if not flight.allowed & self._fleet.machines.keys():  # dask knows no machine for it
                del self._flights[key]
                flight.future.release()
                queue.give_back([flight.block])
        return failures

    def _compare(self, outcome: BlockOutcome) -> None:
        """Compare what two machines have for the same block; sound the alarm if it differs."""
        if outcome.error is not None:
            return
        digest = blake2b(digest_size=16)
        for result in outcome.results:
            digest.update(self._job.essence(self._results.decode(result)))
        first = self._seen.setdefault(_block_of(outcome.key), (outcome, digest.digest()))
        if first[0].key == outcome.key or len(first[0].results) != len(outcome.results):
            return  # the same outcome again, or a part of the block
        hosts = first[0].host, outcome.host
        if first[1] == digest.digest():
            log.info("%s and %s have done the same block, with the same results", *hosts)
        else:
            log.error(
                "ALARM: %s and %s have done the same block, with different results. One of them is "
                "not to be trusted: compare their installations, or leave one out",
                *hosts,
            )


def _block_of(key: str) -> str:
    """The block of this key. Each attempt at a block has a key of its own."""
    return key.rpartition("-")[0]


async def _outcome_of(key: str, future: Any) -> BlockEnd:
    try:
        return BlockEnd(key, await future)
    except BaseException as error:  # also dask's CancelledError
        return BlockEnd(key, None, error)
