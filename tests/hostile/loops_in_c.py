# expect: timeout
# levels: sandbox docker process
"""Loops for ever in C, where no exception interrupts it."""

from Players.Player import Player


class Bot(Player):
    def think(self, observation, budget):
        if observation.main_deck.len() == 28:  # in the first trick
            sum(range(10**12))
        return observation.get_list_actions()[0]
