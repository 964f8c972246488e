# expect: fine or timeout
# levels: sandbox docker process
"""Writes to stderr without any line end."""

import sys

from Players.Player import Player


class Bot(Player):
    def think(self, observation, budget):
        if observation.main_deck.len() == 28:  # in the first trick
            for _ in range(1000):
                sys.stderr.write("x" * 10_000)
        return observation.get_list_actions()[0]
