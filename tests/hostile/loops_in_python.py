# expect: timeout
# levels: sandbox docker process
"""Loops for ever in Python."""

from Players.Player import Player


class Bot(Player):
    def think(self, observation, budget):
        if observation.main_deck.len() == 28:  # in the first trick
            while True:
                pass
        return observation.get_list_actions()[0]
