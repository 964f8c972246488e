# expect: timeout
# levels: sandbox docker process
"""Starts a thread that goes on computing, and is late itself."""

import threading

from Players.Player import Player


def spin():
    while True:
        pass


class Bot(Player):
    def think(self, observation, budget):
        if observation.main_deck.len() == 28:  # in the first trick
            threading.Thread(target=spin, daemon=True).start()
            while True:
                pass
        return observation.get_list_actions()[0]
