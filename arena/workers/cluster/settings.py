"""The settings of dask.distributed. Import this module before distributed itself."""

import atexit
import shutil
import tempfile
from functools import cache

import dask.config

from arena.sandbox.host.cleanup import prefix

TIME_TO_LIVE = 30.0  # seconds without a heartbeat, after which a machine counts as lost
CONNECT = 10.0  # seconds for the connection to a scheduler
STATUS_PAGE = "127.0.0.1:0"  # dask always serves one: only here, at any port
# Loggers of dask for its developers. The arena says itself what happens. The second one is named
# because dask has a setting of its own for it.
SILENT = ("distributed", "distributed.client", "tornado", "tornado.application", "asyncio")

# docs/decisions/40-clusters.md gives the reasons.
dask.config.set(
    {
        "distributed.scheduler.worker-ttl": f"{TIME_TO_LIVE}s",
        "distributed.scheduler.worker-saturation": 1.0,
        "distributed.scheduler.work-stealing": False,
        # dask would do a block of a dead machine again before we can count, and it also counts
        # those that the machine had not begun. With 0, it leaves them to us.
        "distributed.scheduler.allowed-failures": 0,
        # Results are small, and the players of a machine are processes of their own.
        "distributed.worker.memory.target": False,
        "distributed.worker.memory.spill": False,
        "distributed.worker.memory.pause": False,
        "distributed.worker.memory.terminate": False,
        "distributed.worker.profile.enabled": False,
        "distributed.diagnostics.nvml": False,
        "distributed.version": 2,
        "logging": dict.fromkeys(SILENT, "critical"),
    }
)


def set_time_to_live(seconds: float) -> None:
    """Let the scheduler of this process give a machine up that is silent for so long."""
    dask.config.set({"distributed.scheduler.worker-ttl": f"{seconds}s"})


@cache
def use_private_folder() -> None:
    """Let dask store its files in a folder that is removed when this process ends.

    Otherwise every scheduler and every machine leaves one behind.
    """
    folder = tempfile.mkdtemp(prefix=prefix())
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    dask.config.set({"temporary-directory": folder})
