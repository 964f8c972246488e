# expect: protocol
# levels: sandbox
"""Reports a fault of the arena, so that the arena plays the game again."""

import os
import time

import msgspec

from Players.Player import Player

CHANNEL = 3


def frame(data):
    return len(data).to_bytes(4, "big") + data


class Bot(Player):
    def think(self, observation, budget):
        if observation.main_deck.len() == 28:  # in the first trick
            os.write(CHANNEL, frame(msgspec.msgpack.encode(["failed", 0, "internal", "", ""])))
            time.sleep(100)
        return observation.get_list_actions()[0]
