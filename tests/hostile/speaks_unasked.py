# expect: protocol or illegal
# levels: sandbox docker process
"""Sends a message between its turns."""

import os
import threading

from Players.Player import Player

CHANNEL = 3


def frame(data):
    return len(data).to_bytes(4, "big") + data


class Bot(Player):
    def think(self, observation, budget):
        if observation.main_deck.len() == 28:  # in the first trick
            threading.Timer(0.003, os.write, (CHANNEL, frame(b"\x93\xa4move\x04\x00"))).start()
        return observation.get_list_actions()[0]
