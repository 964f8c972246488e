# expect: load
# levels: sandbox docker
# with ctypes: fine
"""Partners who watch which files the other one opens."""

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
            denied("inotify_init", 253)
            denied("inotify_init1", 294, 0)
            denied("fanotify_init", 300, 0, 0)
            denied("signalfd", 289, -1, ctypes.create_string_buffer(8), 8, 0)
            denied("timerfd_create", 283, 1, 0)
        return observation.get_list_actions()[0]
