# expect: timeout
# levels: sandbox docker process
"""Reads messages from the channel that are meant for the guest."""

import os

from Players.Player import Player

CHANNEL = 4


def frame(data):
    return len(data).to_bytes(4, "big") + data


class Bot(Player):
    def think(self, observation, budget):
        if observation.main_deck.len() == 28:  # in the first trick
            os.read(CHANNEL, 1)
        return observation.get_list_actions()[0]
