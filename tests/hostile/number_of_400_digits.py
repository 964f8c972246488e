# expect: illegal
# levels: sandbox
"""Returns a number with 400 digits."""

from Players.Player import Player


class Bot(Player):
    def think(self, observation, budget):
        if observation.main_deck.len() == 28:  # in the first trick
            return 10**400
        return observation.get_list_actions()[0]
