"""A machine that works for a scheduler until it is told to stop."""

import asyncio
import math
import random
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress

from arena.common.errors import ArenaError
from arena.workers.cluster import settings  # before distributed
from arena.workers.cluster.addresses import host_and_port, no_scheduler, own_address
from arena.workers.cluster.facts import code_hash
from arena.workers.cluster.machine import hand_in_late, players

from distributed import Security, Worker, rpc  # isort: skip
from distributed.core import Status  # isort: skip

LOOK = 0.2  # seconds between two looks at the connection
FIRST_PAUSE = 1.0  # seconds before a machine tries again to reach the scheduler, on average
LONGEST_PAUSE = 60.0


async def check_version(address: str, security: Security | None) -> None:
    """Refuse to join a scheduler that runs another version of the arena."""
    call = rpc(address, connection_args=(security or Security()).get_connection_args("client"))
    try:
        async with asyncio.timeout(settings.CONNECT):
            theirs = await call.arena_version()
    except (OSError, TimeoutError) as error:
        raise no_scheduler(address, error) from None
    finally:
        await call.close_rpc()
    if theirs != code_hash():
        raise ArenaError(
            f"The scheduler at {address} runs other files of Card Arena than this machine: install "
            f"the same commit on all machines"
        )


async def work(
    address: str,
    cores: int,
    security: Security | None,
    stop: asyncio.Event,
    say: Callable[[str], None],
    give_up: float = math.inf,
) -> None:
    """Work for the scheduler at this address. If it is lost, try again until `stop` is set.

    After `give_up` seconds without a scheduler, raise `ArenaError`.
    """
    closing = asyncio.create_task(asyncio.sleep(0))
    tries, seen = pauses(random.Random()), time.monotonic()
    while not stop.is_set():
        worker = new_worker(address, cores, security)
        try:
            await _either(stop.wait(), worker.start())
            if worker.status is Status.running:
                plural = "" if cores == 1 else "s"
                say(f"{players().host} works for {address} with {cores} core{plural}.")
                hand_in_late(worker)
                await _either(stop.wait(), _until_lost(worker))
                tries, seen = pauses(random.Random()), time.monotonic()
        finally:
            if stop.is_set():
                await asyncio.to_thread(players().close)  # so that no thread waits for a game
            closing = asyncio.create_task(worker.close(executor_wait=False))
        if not stop.is_set():
            if time.monotonic() - seen >= give_up:
                raise ArenaError(
                    f"The scheduler at {address} cannot be reached for {give_up:g} s, so this "
                    f"machine gives up"
                )
            say(f"The scheduler at {address} cannot be reached. This machine tries again.")
            await _either(stop.wait(), asyncio.sleep(next(tries)))
    await closing


def pauses(dice: random.Random) -> Iterator[float]:
    """The seconds to wait before each new try, twice as long each time, up to a limit.

    Each machine waits another share of them. Otherwise all machines that lost their scheduler at
    the same time would also try to reach it at the same times.
    """
    pause = FIRST_PAUSE
    while True:
        yield pause * dice.uniform(0.5, 1.5)
        pause = min(2 * pause, LONGEST_PAUSE)


def new_worker(address: str, cores: int, security: Security | None) -> Worker:
    """A dask worker with a thread for each core. Each thread waits for a process that plays."""
    settings.use_private_folder()
    return Worker(
        address,
        nthreads=cores,
        security=security,
        host=own_address(host_and_port(address)[0]),  # on the loopback, nobody else may connect
        memory_limit=0,
        dashboard=False,
        dashboard_address=settings.STATUS_PAGE,
        heartbeat_interval="1s",
        death_timeout=settings.CONNECT,
    )


async def _until_lost(worker: Worker) -> None:
    """Return when the scheduler is lost, although a block may still be played."""
    while worker.status is Status.running:
        await asyncio.sleep(LOOK)


async def _either(*coroutines: Awaitable[object]) -> None:
    """Wait until one of them is done; cancel the others."""
    tasks = [asyncio.ensure_future(each) for each in coroutines]
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in tasks:
        task.cancel()
        with suppress(asyncio.CancelledError, OSError, RuntimeError, TimeoutError):
            await task  # dask raises RuntimeError if a worker does not reach its scheduler
