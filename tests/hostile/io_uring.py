# expect: load
# levels: sandbox docker
# with ctypes: fine
"""Tries to avoid the filter with io_uring or with programs inside the kernel (BPF)."""

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
            ring = ctypes.create_string_buffer(120)
            denied("io_uring_setup", 425, 8, ring)
            denied("io_uring_enter", 426, 3, 1, 0, 0, None, 0)
            denied("io_uring_register", 427, 3, 0, None, 0)
            denied("io_setup", 206, 8, ring)
            denied("bpf", 321, 0, ring, 120)
            denied("userfaultfd", 323, 1)
            denied("perf_event_open", 298, ring, 0, -1, -1, 0)
        return observation.get_list_actions()[0]
