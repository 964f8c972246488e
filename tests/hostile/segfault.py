# expect: crashed
# levels: process
# with ctypes: crashed
"""Reads from address 0."""

import ctypes

from Players.Player import Player


class Bot(Player):
    def think(self, observation, budget):
        if observation.main_deck.len() == 28:  # in the first trick
            ctypes.string_at(0)
        return observation.get_list_actions()[0]
