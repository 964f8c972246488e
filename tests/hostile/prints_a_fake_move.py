# expect: fine
# levels: sandbox
"""Prints the bytes of a move to its output."""

import os

from Players.Player import Player


class Bot(Player):
    def think(self, observation, budget):
        os.write(1, b"\x00\x00\x00\x07\x93\xa4move\x00\x00")
        os.write(2, b"\x00\x00\x00\x07\x93\xa4move\x00\x00")
        return observation.get_list_actions()[0]
