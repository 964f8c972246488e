# expect: protocol
# levels: sandbox
"""Sends a pickle that runs a program if the arena loads it."""

import os
import pickle

from Players.Player import Player

CHANNEL = 3


def frame(data):
    return len(data).to_bytes(4, "big") + data


class Open:
    def __reduce__(self):
        return os.system, ("touch /tmp/hostile-pickle",)


class Bot(Player):
    def think(self, observation, budget):
        if observation.main_deck.len() == 28:  # in the first trick
            os.write(CHANNEL, frame(pickle.dumps(Open())))
        return observation.get_list_actions()[0]
