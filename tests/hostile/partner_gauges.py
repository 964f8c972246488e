# expect: load
# levels: sandbox docker
# with ctypes: fine
"""Partners who signal through the machine's statistics: memory, load, cached pages."""

import ctypes
import os

from Players.Player import Player

libc = ctypes.CDLL(None, use_errno=True)
EPERM, ENOSYS = 1, 38


def denied(name, number, *arguments):
    """The kernel must refuse the call."""
    result = libc.syscall(number, *arguments)
    if result != -1 or ctypes.get_errno() not in (EPERM, ENOSYS):
        raise AssertionError(f"{name} gave {result}, {os.strerror(ctypes.get_errno())}")


class Bot(Player):
    def think(self, observation, budget):
        if observation.main_deck.len() == 28:  # in the first trick
            denied("sysinfo", 99, ctypes.create_string_buffer(128))
            denied("mincore", 27, 0, 4096, ctypes.create_string_buffer(8))
            denied("statfs", 137, b"/", ctypes.create_string_buffer(128))
            denied("getpriority", 140, 0, 0)
            denied("sched_getscheduler", 145, 1)
            denied("preadv2", 327, 3, None, 0, 0, 0, 8)
            denied("cachestat", 451, 3, None, None, 0)
            denied("getrusage", 98, 0, ctypes.create_string_buffer(144))
            denied("umask", 95, 0)
            denied("membarrier", 324, 0, 0, 0)
            denied("pipe", 22, ctypes.create_string_buffer(8))
            denied("pipe2", 293, ctypes.create_string_buffer(8), 0)
            denied("epoll_create1", 291, 0)
            denied("eventfd2", 290, 0, 0)
            denied("sched_getaffinity", 204, 1, 8, ctypes.create_string_buffer(8))
            for advice in (1, 2, 3, 9, 12, 15, 20, 21, 22, 23, 25):
                denied(f"madvise {advice}", 28, 0, 4096, advice)
            try:
                os.getloadavg()
            except OSError:
                pass
            else:
                raise AssertionError("the load of the machine")
        return observation.get_list_actions()[0]
