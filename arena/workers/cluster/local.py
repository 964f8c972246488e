"""A cluster on this machine for one command: a process with a scheduler and a worker.

`python -m arena.workers.cluster.local CORES` prints its address, and ends when its input ends. So
it never outlives the command.
"""

import asyncio
import os
import signal
import subprocess
import sys
from typing import Self

from arena.common.errors import ArenaError
from arena.workers.starting import without_ctrl_c

LOOPBACK = "tcp://127.0.0.1"


class LocalCluster:
    """A cluster in one process of this machine, from `start` to the end of a `with` block."""

    def __init__(self, cores: int) -> None:
        command = [sys.executable, "-m", "arena.workers.cluster.local", str(cores)]
        path = os.pathsep.join(filter(None, sys.path))  # it finds the same modules as we do
        with without_ctrl_c():
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env={**os.environ, "PYTHONPATH": path},
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with self._process:  # waits for its end
            assert self._process.stdin is not None
            self._process.stdin.close()

    @property
    def pid(self) -> int:
        return self._process.pid

    def address(self) -> str:
        """Its address, when it has started."""
        assert self._process.stdout is not None
        address = self._process.stdout.readline().decode().strip()
        if not address:
            raise ArenaError("The cluster on this machine did not start: its errors are above")
        return address


async def serve(cores: int) -> None:
    from arena.workers.cluster.joining import new_worker
    from arena.workers.cluster.machine import players
    from arena.workers.cluster.settings import STATUS_PAGE  # before distributed

    from distributed import Scheduler  # isort: skip

    async with (
        Scheduler(
            host=LOOPBACK, port=0, dashboard=False, dashboard_address=STATUS_PAGE
        ) as scheduler,
        new_worker(scheduler.address, cores, None),
    ):
        print(scheduler.address, flush=True)  # noqa: T201  # the arena reads it
        await asyncio.to_thread(sys.stdin.read)
        await asyncio.to_thread(players().close)


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
    asyncio.run(serve(int(sys.argv[1])))


if __name__ == "__main__":
    main()
