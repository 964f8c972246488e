# expect: fine
# levels: sandbox docker process
"""A thread that never rests. It is stopped between turns, and that is noted."""

import threading

from Players.Player import Player


def spin():
    while True:
        sum(range(10_000))


class Bot(Player):
    def think(self, observation, budget):
        if observation.main_deck.len() == 28:  # in the first trick
            threading.Thread(target=spin, daemon=True).start()
        return observation.get_list_actions()[0]
