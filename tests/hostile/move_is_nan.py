# expect: protocol
# levels: sandbox
"""Sends a move whose number is float('nan')."""

import os

import msgspec

from Players.Player import Player

CHANNEL = 3


def frame(data):
    return len(data).to_bytes(4, "big") + data


class Bot(Player):
    def think(self, observation, budget):
        if observation.main_deck.len() == 28:  # in the first trick
            turn = len(observation.playing_cards.l_cards)
            os.write(CHANNEL, frame(msgspec.msgpack.encode(["move", turn, float("nan")])))
        return observation.get_list_actions()[0]
