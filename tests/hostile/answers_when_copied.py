# expect: fine
# levels: sandbox
# examined: cannot be copied: it sent
"""Sends the arena messages of its own when it is copied."""

import os

import msgspec

from Players.Player import Player


class Bot(Player):
    def __deepcopy__(self, memo):
        message = msgspec.msgpack.encode(["move", 0, 0, []])
        os.write(3, len(message).to_bytes(4, "big") + message)
        return self

    def think(self, observation, budget):
        return observation.get_list_actions()[0]
