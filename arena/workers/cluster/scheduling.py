"""The scheduler of a cluster. It knows no secrets, and forgets everything when it ends."""

import asyncio
from collections.abc import Callable

from arena.common.errors import ArenaError
from arena.workers.cluster import settings
from arena.workers.cluster.facts import code_hash
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
    try:
        async with Scheduler(
            host=host,
            port=port,
            security=security,
            dashboard=False,
            dashboard_address=settings.STATUS_PAGE,
            plugins=[JobStore()],
        ) as scheduler:
            scheduler.handlers["arena_version"] = code_hash
            announce(scheduler.address)
            await stop.wait()
    except OSError as error:
        raise ArenaError(
            f"The scheduler cannot listen at {host}:{port}: {error.strerror or error}. Choose "
            f"another --host or --port"
        ) from None
