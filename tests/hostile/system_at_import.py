# expect: fine
# levels: sandbox docker
"""Runs a program while it is imported."""

import os

from Players.Player import Player

STATUS = os.system("touch /tmp/hostile-system")
assert STATUS != 0


class Bot(Player):
    def think(self, observation, budget):
        return observation.get_list_actions()[0]
