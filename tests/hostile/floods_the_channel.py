# expect: protocol
# levels: sandbox docker process
"""Sends a megabyte through the channel."""

import os

from Players.Player import Player

CHANNEL = 3


def frame(data):
    return len(data).to_bytes(4, "big") + data


class Bot(Player):
    def think(self, observation, budget):
        if observation.main_deck.len() == 28:  # in the first trick
            while True:
                os.write(CHANNEL, bytes(65536))
        return observation.get_list_actions()[0]
