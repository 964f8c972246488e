# expect: timeout
# levels: sandbox docker process
"""Catches every exception that tells it to stop, for ever."""

from Players.Player import Player


class Bot(Player):
    def think(self, observation, budget):
        if observation.main_deck.len() == 28:  # in the first trick
            while True:
                try:
                    while True:
                        pass
                except BaseException:
                    pass
        return observation.get_list_actions()[0]
