# expect: timeout
# levels: sandbox docker process
"""Sends half a frame, then sleeps."""

import os
import time

from Players.Player import Player

CHANNEL = 3


def frame(data):
    return len(data).to_bytes(4, "big") + data


class Bot(Player):
    def think(self, observation, budget):
        if observation.main_deck.len() == 28:  # in the first trick
            os.write(CHANNEL, frame(b"\x93\xa4move")[:6])
            time.sleep(100)
        return observation.get_list_actions()[0]
