# expect: timeout
# levels: sandbox docker process
"""Sends a frame byte by byte, for ever."""

import os
import time

from Players.Player import Player

CHANNEL = 3


def frame(data):
    return len(data).to_bytes(4, "big") + data


class Bot(Player):
    def think(self, observation, budget):
        if observation.main_deck.len() == 28:  # in the first trick
            for byte in frame(bytes(4096)):
                os.write(CHANNEL, bytes([byte]))
                time.sleep(0.002)
        return observation.get_list_actions()[0]
