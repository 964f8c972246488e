# expect: timeout or memory
# levels: sandbox docker
"""Computes a power with hundreds of millions of digits."""

from Players.Player import Player


class Bot(Player):
    def think(self, observation, budget):
        if observation.main_deck.len() == 28:  # in the first trick
            3**10**9
        return observation.get_list_actions()[0]
