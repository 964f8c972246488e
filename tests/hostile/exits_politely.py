# expect: exception
# levels: sandbox docker process
"""Raises SystemExit, as sys.exit does."""

import sys

from Players.Player import Player


class Bot(Player):
    def think(self, observation, budget):
        if observation.main_deck.len() == 28:  # in the first trick
            sys.exit(0)
        return observation.get_list_actions()[0]
