# expect: load
# levels: sandbox docker
# with ctypes: fine
"""Stores keys in the kernel, where its partner could read them."""

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
            denied("add_key", 248, b"user", b"hostile", b"1", 1, -4)
            denied("request_key", 249, b"user", b"hostile", None, -4)
            denied("keyctl", 250, 0, -4, 1)
        return observation.get_list_actions()[0]
