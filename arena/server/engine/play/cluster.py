"""The cluster on which the lane plays. If its scheduler ends, the lane connects to the next one."""

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arena.store.live.running import Machine
from arena.workers.engine import Engine
from arena.workers.portable import Portable

if TYPE_CHECKING:
    from arena.workers.cluster.fleet import Fleet


class ClusterConnection:
    """A connection to the cluster that `arena serve --on` names."""

    def __init__(self, on: str, keys: str) -> None:
        self._on = on
        self._keys = Path(keys) if keys else None
        self._fleet: Fleet | None = None
        self._opened = ExitStack()

    def __enter__(self) -> "ClusterConnection":
        return self

    def __exit__(self, *_: object) -> None:
        self._opened.close()

    def connect(self) -> None:
        """Connect, unless there is a connection."""
        from arena.workers.cluster.opening import open_fleet

        if self._fleet is None or not self._fleet.is_connected:
            self._fleet = None
            self._opened.close()
            self._fleet = self._opened.enter_context(open_fleet(self._on, self._keys))

    @property
    def cores(self) -> int:
        assert self._fleet is not None
        return self._fleet.cores

    def open_engine(self, job: Portable[Any, Any], _: int) -> Engine[Any, Any]:
        from arena.workers.cluster.engine import Cluster

        assert self._fleet is not None
        return Cluster(job, self._fleet)

    def machines(self) -> list[Machine]:
        """The machines as the organisers' desk lists them."""
        from arena.workers.cluster.showing import known_rows

        rows = sorted(known_rows(self._fleet).values()) if self._fleet is not None else []
        return [Machine(row.machine, row.cores, row.blocks, row.remarks) for row in rows]
