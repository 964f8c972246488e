# expect: fine
# levels: sandbox
"""Seeds Python's global random generator."""

import random

from Players.Player import Player


class Bot(Player):
    def think(self, observation, budget):
        random.seed(0)
        random.setstate(random.Random(0).getstate())
        return observation.get_list_actions()[0]
