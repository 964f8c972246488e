# expect: crashed
# levels: sandbox docker process
"""Ends its process."""

import os

from Players.Player import Player


class Bot(Player):
    def think(self, observation, budget):
        if observation.main_deck.len() == 28:  # in the first trick
            os._exit(0)
        return observation.get_list_actions()[0]
