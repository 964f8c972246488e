# expect: fine or timeout
# levels: sandbox docker process
"""Uses nine tenths of its budget. This is allowed, but on a busy machine it may be late."""

import time

from Players.Player import Player


class Bot(Player):
    def think(self, observation, budget):
        if observation.main_deck.len() == 28:  # in the first trick
            end = time.perf_counter() + 0.8 * budget
            while time.perf_counter() < end:
                pass
        return observation.get_list_actions()[0]
