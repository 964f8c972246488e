# expect: timeout
# levels: sandbox docker process
"""A catastrophic regular expression."""

import re

from Players.Player import Player


class Bot(Player):
    def think(self, observation, budget):
        if observation.main_deck.len() == 28:  # in the first trick
            re.match(r"(a+)+$", "a" * 64 + "b")
        return observation.get_list_actions()[0]
