# expect: exception
# levels: sandbox
"""Prints terminal escapes and characters that reverse the line."""

import os

from Players.Player import Player


class Bot(Player):
    def think(self, observation, budget):
        if observation.main_deck.len() == 28:  # in the first trick
            os.write(2, b"\x1b[2J\x1b]0;owned\x07\xe2\x80\xae\xff\xfe\r\n")
            raise ValueError("\x1b[31mred\u202e\u2066\x9b2J")
        return observation.get_list_actions()[0]
