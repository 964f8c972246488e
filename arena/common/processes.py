"""A process that ends when the process that started it ends, for any reason."""

import ctypes
import os
import signal
import sys
from typing import Any

PR_SET_PDEATHSIG = 1


def end_with(parent: int | None) -> None:
    """Linux ends this process when its parent, with this number, has ended."""
    if sys.platform != "linux" or parent is None:
        return
    libc: Any = ctypes.CDLL(None)
    libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:
        os._exit(1)  # it ended before prctl was called, so no signal will come
