# expect: load
# levels: sandbox docker
# with ctypes: fine
"""Uses the channel as a socket, and passes descriptors through it."""

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
            nothing = ctypes.create_string_buffer(64)
            for name, number in (
                ("connect", 42),
                ("accept", 43),
                ("sendto", 44),
                ("recvfrom", 45),
                ("sendmsg", 46),
                ("recvmsg", 47),
                ("shutdown", 48),
                ("bind", 49),
                ("listen", 50),
                ("setsockopt", 54),
                ("getsockopt", 55),
                ("accept4", 288),
                ("recvmmsg", 299),
                ("sendmmsg", 307),
            ):
                denied(name, number, 3, nothing, 64, 0, 0, 0)
        return observation.get_list_actions()[0]
