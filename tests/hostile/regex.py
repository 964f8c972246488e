# expect: timeout
# levels: sandbox docker process
"""Runs a regular expression that takes exponential time."""

import re

from Players.Player import Player


class Bot(Player):
    def think(self, observation, budget):
        if observation.main_deck.len() == 28:  # in the first trick
            re.match(r"(a+)+$", "a" * 64 + "b")
        return observation.get_list_actions()[0]
