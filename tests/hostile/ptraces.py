# expect: load
# levels: sandbox docker
# with ctypes: fine
"""Reads and writes the memory of other processes."""

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
            denied("ptrace", 101, 0, 0, 0, 0)
            denied("ptrace", 101, 16, 1, 0, 0)
            vector = (ctypes.c_uint64 * 2)(0x10000, 8)
            denied("process_vm_readv", 310, 1, vector, 1, vector, 1, 0)
            denied("process_vm_writev", 311, 1, vector, 1, vector, 1, 0)
            denied("pidfd_open", 434, 1, 0)
            denied("pidfd_getfd", 438, 3, 0, 0)
            denied("pidfd_send_signal", 424, 3, 9, None, 0)
            denied("kcmp", 312, 1, 1, 0, 0, 0)
            denied("process_madvise", 440, 3, vector, 1, 4, 0)
            denied("kill", 62, 1, 9)
            denied("tkill", 200, 1, 9)
            denied("tgkill", 234, 1, 1, 9)
            denied("rt_sigqueueinfo", 129, 1, 9, vector)
        return observation.get_list_actions()[0]
