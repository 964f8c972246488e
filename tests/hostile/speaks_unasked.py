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
    timer = None  # in a box that was made in the middle of the game

    def think(self, observation, budget):
        if observation.main_deck.len() == 28:  # in the first trick
            message = frame(b"\x93\xa4move\x04\x00")
            self.timer = threading.Timer(0.003, os.write, (CHANNEL, message))
            self.timer.start()
        elif self.timer is not None:
            self.timer.join()  # a whole game may take less time
        return observation.get_list_actions()[0]
