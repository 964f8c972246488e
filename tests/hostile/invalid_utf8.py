# expect: protocol
# levels: sandbox
"""Reports a fault whose reason is not valid UTF-8."""

import os

from Players.Player import Player

CHANNEL = 3


def frame(data):
    return len(data).to_bytes(4, "big") + data


class Bot(Player):
    def think(self, observation, budget):
        if observation.main_deck.len() == 28:  # in the first trick
            os.write(CHANNEL, frame(b"\x95\xa6failed\x00\xa9exception\xa2\xff\xfe\xa0"))
        return observation.get_list_actions()[0]
