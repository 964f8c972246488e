# expect: crashed or forfeit
# levels: sandbox docker process
"""Ends its process in every turn."""

import os

from Players.Player import Player


class Bot(Player):
    def think(self, observation, budget):
        os._exit(1)
        return observation.get_list_actions()[0]
