# expect: load
# levels: sandbox docker
# with ctypes: fine
"""Sets high bits in a call's number and flags, which a filter might not check."""

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
            denied("fork", ctypes.c_long(57))
            denied("clone", 56, ctypes.c_ulong(1 << 32 | 17), 0, 0, 0, 0)
            denied(
                "fcntl lock", 72, 3, ctypes.c_ulong(1 << 32 | 5), ctypes.create_string_buffer(64)
            )
            denied("ioctl", 16, 0, ctypes.c_ulong(1 << 32 | 0x5412), b"x")
        return observation.get_list_actions()[0]
