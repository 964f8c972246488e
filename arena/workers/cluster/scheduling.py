"""The scheduler of a cluster. It knows no secrets, and forgets everything when it ends.

It stores the jobs of each coordinator, and their files. A machine asks for a job and for a file
when it gets the first block that needs them. The scheduler forgets both when their coordinator has
left, also if it was killed.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from arena.common.errors import ArenaError
from arena.workers.cluster import settings
from arena.workers.cluster.facts import code_hash

from distributed import Scheduler, SchedulerPlugin, Security  # isort: skip


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
    settings.use_private_folder()
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
    except (OSError, RuntimeError) as error:  # dask wraps what went wrong
        cause = error.__cause__ or error
        raise ArenaError(
            f"The scheduler cannot listen at {host}:{port}: "
            f"{getattr(cause, 'strerror', None) or cause}. Choose another host or port"
        ) from None
    async with scheduler:
        yield scheduler.address


class JobStore(SchedulerPlugin):  # type: ignore[misc]
    """Adds four calls to the scheduler: `arena_put`, `_get`, `_begin` and `_version`."""

    name = "card-arena"
    idempotent = True  # every coordinator registers it

    def __init__(self) -> None:
        self._stored: dict[str, dict[str, bytes]] = {}  # by coordinator, then by name

    async def start(self, scheduler: Scheduler) -> None:
        def begin(job: str, key: str, worker: str) -> None:
            """Tell the coordinator that a machine begins a block."""
            scheduler.log_event(job, {"begun": key, "worker": worker})

        scheduler.handlers["arena_begin"] = begin
        scheduler.handlers["arena_version"] = code_hash
        scheduler.handlers["arena_put"] = self.put
        scheduler.handlers["arena_get"] = self.get

    def put(self, client: str, files: dict[str, bytes]) -> None:
        self._stored.setdefault(client, {}).update(files)

    def get(self, client: str, names: list[str]) -> list[bytes | None]:
        """The files with these names; None for a file that is gone with its coordinator."""
        stored = self._stored.get(client, {})
        return [stored.get(name) for name in names]

    def remove_client(self, scheduler: Scheduler, client: str) -> Any:
        self._stored.pop(client, None)
