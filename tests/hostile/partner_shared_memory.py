# expect: load
# levels: sandbox docker
# with ctypes: fine
"""Partners who exchange data through System V objects, message queues, memory files, /dev/shm."""

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
            denied("shmget", 29, 4242, 4096, 0o1666)
            denied("shmat", 30, 0, None, 0)
            denied("semget", 64, 4242, 1, 0o1666)
            denied("msgget", 68, 4242, 0o1666)
            denied("mq_open", 240, b"hostile", 0o102, 0o666, None)
            denied("memfd_create", 319, b"hostile", 0)
            denied("memfd_secret", 447, 0)
            denied("mknod", 133, b"/dev/shm/hostile-pipe", 0o10666, 0)
            try:
                os.open("/dev/shm/hostile-box", os.O_RDWR | os.O_CREAT)
            except OSError:
                pass
            else:
                raise AssertionError("a file in /dev/shm")
        return observation.get_list_actions()[0]
