"""The scheduler of a cluster. It knows no secrets, and forgets everything when it ends."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from arena.common.errors import ArenaError
from arena.workers.cluster import settings
from arena.workers.cluster.job_store import JobStore

from distributed import Scheduler, Security  # isort: skip


async def schedule(
    host: str,
    port: int,
    time_to_live: float,
    security: Security | None,
    stop: asyncio.Event,
    announce: Callable[[str], None],
) -> None:
    """Run a scheduler until `stop` is set. `announce` gets its address."""
    settings.set_time_to_live(time_to_live)
    async with open_scheduler(host, port, security) as address:
        announce(address)
        await stop.wait()


@asynccontextmanager
async def open_scheduler(host: str, port: int, security: Security | None) -> AsyncIterator[str]:
    """Run a scheduler until the end of the block, which gets its address."""
    scheduler = Scheduler(
        host=host,
        port=port,
        security=security,
        dashboard=False,
        dashboard_address=settings.STATUS_PAGE,
        plugins=[JobStore()],
    )
    try:
        await scheduler
    except OSError as error:
        raise ArenaError(
            f"The scheduler cannot listen at {host}:{port}: {error.strerror or error}. Choose "
            f"another host or port"
        ) from None
    async with scheduler:
        yield scheduler.address
