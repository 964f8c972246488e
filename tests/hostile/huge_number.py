# expect: protocol
# levels: sandbox
"""Sends the largest number that the wire format can carry."""

import os

import msgspec

from Players.Player import Player

CHANNEL = 3


def frame(data):
    return len(data).to_bytes(4, "big") + data


class Bot(Player):
    def think(self, observation, budget):
        if observation.main_deck.len() == 28:  # in the first trick
            os.write(CHANNEL, frame(msgspec.msgpack.encode(["move", 0, 2**64 - 1])))
        return observation.get_list_actions()[0]
