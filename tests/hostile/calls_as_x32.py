# expect: load
# levels: sandbox docker
# with ctypes: crashed
"""Calls the kernel with the numbers of the x32 interface."""

import ctypes

from Players.Player import Player

libc = ctypes.CDLL(None, use_errno=True)


class Bot(Player):
    def think(self, observation, budget):
        if observation.main_deck.len() == 28:  # in the first trick
            libc.syscall(0x40000000 | 57)
        return observation.get_list_actions()[0]
