# expect: crashed or fine
# levels: sandbox docker process
"""Ends its process between its turns."""

import os
import threading

from Players.Player import Player


class Bot(Player):
    def think(self, observation, budget):
        if observation.main_deck.len() == 28:  # in the first trick
            threading.Timer(0.004, os._exit, (0,)).start()
        return observation.get_list_actions()[0]
