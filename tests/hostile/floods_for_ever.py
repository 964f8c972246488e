# expect: timeout
# levels: sandbox docker process
"""Prints without end. The arena must still notice the timeout."""

import os

from Players.Player import Player


class Bot(Player):
    def think(self, observation, budget):
        if observation.main_deck.len() == 28:  # in the first trick
            while True:
                try:
                    while True:
                        os.write(1, bytes(65536))
                except BaseException:
                    pass
        return observation.get_list_actions()[0]
