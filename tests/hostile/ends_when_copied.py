# expect: fine
# levels: sandbox
# examined: cannot be copied: its process ended
"""Ends its process when it is copied, so that nobody hears the result."""

import os

from Players.Player import Player


class Bot(Player):
    def __deepcopy__(self, memo):
        os._exit(0)

    def think(self, observation, budget):
        return observation.get_list_actions()[0]
