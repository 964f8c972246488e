# expect: exception or crashed or timeout
# levels: sandbox docker process
"""Starts a deep recursion in C."""

import sys

from Players.Player import Player


class Bot(Player):
    def think(self, observation, budget):
        if observation.main_deck.len() == 28:  # in the first trick
            sys.setrecursionlimit(10**9)
            deep = []
            for _ in range(10**6):
                deep = [deep]
            repr(deep)
        return observation.get_list_actions()[0]
