# expect: load
# levels: sandbox docker
# with ctypes: fine
"""Partners who read each other off the machine's gauges: memory, load, pages in memory."""

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
            try:
                os.getloadavg()
            except OSError:
                pass
            else:
                raise AssertionError("the load of the machine")
        return observation.get_list_actions()[0]
