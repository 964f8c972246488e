"""A scheduler for one command, in a process of its own, with a machine in the same process or none.

`python -m arena.workers.cluster.local CORES HOST PORT [KEYS]` prints its address, and ends when its
input ends. So it never outlives the command.
"""

import asyncio
import logging
import os
import signal
import subprocess
import sys
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Self

from arena.common.errors import ArenaError
from arena.workers.starting import without_ctrl_c

REFUSED = "refused: "  # printed in place of the address, before the reason


class OwnScheduler:
    """A scheduler in a process of this machine, from `start` to the end of a `with` block."""

    def __init__(
        self, cores: int, host: str = "127.0.0.1", port: int = 0, keys: Path | None = None
    ) -> None:
        """This machine plays with so many cores. With 0, only others play."""
        command = [sys.executable, "-m", "arena.workers.cluster.local", str(cores), host, str(port)]
        path = os.pathsep.join(filter(None, sys.path))  # it finds the same modules as we do
        with without_ctrl_c():
            self._process = subprocess.Popen(
                command + ([str(keys)] if keys is not None else []),
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
        line = self._process.stdout.readline().decode().strip()
        if not line:
            raise ArenaError("The scheduler on this machine did not start: its errors are above")
        if line.startswith(REFUSED):
            raise ArenaError(line.removeprefix(REFUSED))
        return line


async def serve(cores: int, host: str, port: int, keys: Path | None) -> None:
    from arena.workers.cluster.joining import new_worker
    from arena.workers.cluster.keys import read_keys
    from arena.workers.cluster.machine import players
    from arena.workers.cluster.scheduling import open_scheduler

    security = None if keys is None else read_keys(keys)
    place = f"{'tcp' if keys is None else 'tls'}://{host}"
    async with AsyncExitStack() as leaving:
        address = await leaving.enter_async_context(open_scheduler(place, port, security))
        if cores:
            await leaving.enter_async_context(new_worker(address, cores, security))
        print(address, flush=True)  # noqa: T201  # the arena reads it
        await asyncio.to_thread(sys.stdin.read)
        await asyncio.to_thread(players().close)


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # the arena gets it, too, and closes our input
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
    logging.disable(logging.CRITICAL)  # if the arena is killed, nobody wants to read about it
    cores, host, port, *keys = sys.argv[1:]
    try:
        asyncio.run(serve(int(cores), host, int(port), Path(keys[0]) if keys else None))
    except ArenaError as error:
        print(f"{REFUSED}{error}", flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
