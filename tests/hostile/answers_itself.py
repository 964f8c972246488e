# expect: protocol or timeout
# levels: sandbox docker process
"""Writes its answer to the channel itself, and `think` never returns."""

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
            number = observation.number(observation.get_list_actions()[0])
            os.write(CHANNEL, frame(msgspec.msgpack.encode(["move", turn, number])))
            while True:
                pass
        return observation.get_list_actions()[0]
