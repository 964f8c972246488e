# expect: load
# levels: sandbox docker
# with ctypes: fine
"""Forks by calling the kernel itself: fork, vfork, clone, clone3, exec."""

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
            denied("fork", 57)
            denied("vfork", 58)
            denied("clone", 56, 17, 0, 0, 0, 0)
            denied("clone of a user", 56, 0x10000000 | 17, 0, 0, 0, 0)
            denied("clone of a thread with files of its own", 56, 0x3D0B00, 0, 0, 0, 0)
            denied("clone of a thread in a namespace", 56, 0x203D0F00, 0, 0, 0, 0)
            denied("clone3", 435, ctypes.create_string_buffer(88), 88)
            denied("execve", 59, b"/usr/bin/env", None, None)
            denied("execveat", 322, -100, b"/usr/bin/env", None, None, 0)
        return observation.get_list_actions()[0]
