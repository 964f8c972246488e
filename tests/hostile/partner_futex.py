# expect: load
# levels: sandbox docker
# with ctypes: fine
"""Partners who wake each other through a page of a file that both map."""

import ctypes
import os

from Players.Player import Player

libc = ctypes.CDLL(None, use_errno=True)
libc.mmap.restype = ctypes.c_void_p
READ, SHARED, FUTEX, WAIT, WAKE, WAIT_BITSET, WAITV = 1, 1, 202, 0, 1, 9, 449


class Bot(Player):
    def think(self, observation, budget):
        if observation.main_deck.len() == 28:  # in the first trick
            file = os.open(os.__file__, os.O_RDONLY)
            page = ctypes.c_void_p(libc.mmap(None, 4096, READ, SHARED, file, 0))
            second = (ctypes.c_long * 2)(0, 1000)
            value = ctypes.c_int.from_address(page.value).value
            for operation in (WAIT, WAKE, WAIT_BITSET, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13):
                result = libc.syscall(FUTEX, page, operation, value, second, page, -1)
                assert (result, ctypes.get_errno()) == (-1, 11), operation
            assert libc.syscall(WAITV, page, 1, 0, second, 1) == -1
            assert ctypes.get_errno() in (1, 38)
        return observation.get_list_actions()[0]
