"""What the scheduler stores for its machines: the jobs of each coordinator, and their files.

A machine asks for a job and for a file when it gets the first block that needs it. The scheduler
forgets both when their coordinator has left, also if it was killed.
"""

from typing import Any

from arena.workers.cluster.facts import code_hash

from distributed import Scheduler, SchedulerPlugin  # isort: skip


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
