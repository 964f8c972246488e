# expect: timeout
# levels: sandbox docker process
"""Sleeps longer than its budget."""

import time

from Players.Player import Player


class Bot(Player):
    def think(self, observation, budget):
        if observation.main_deck.len() == 28:  # in the first trick
            time.sleep(100)
        return observation.get_list_actions()[0]
