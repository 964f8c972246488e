# expect: timeout
# levels: sandbox docker
"""Loops for ever in a destructor, where Python ignores exceptions."""

from Players.Player import Player


class Heavy:
    def __del__(self):
        while True:
            pass


class Bot(Player):
    def think(self, observation, budget):
        if observation.main_deck.len() == 28:  # in the first trick
            Heavy()
        return observation.get_list_actions()[0]
