# expect: protocol
# levels: sandbox
"""Sends a message that is nested 100,000 levels deep."""

import os

from Players.Player import Player

CHANNEL = 3


def frame(data):
    return len(data).to_bytes(4, "big") + data


class Bot(Player):
    def think(self, observation, budget):
        if observation.main_deck.len() == 28:  # in the first trick
            os.write(CHANNEL, frame(b"\x91" * 100_000))
        return observation.get_list_actions()[0]
