# expect: timeout
# levels: sandbox
"""Answers at once, and keeps whoever reads what it thought for ever."""

from Players.Player import Player


class Bot(Player):
    def think(self, observation, budget):
        return observation.get_list_actions()[0]

    @property
    def thoughts(self):
        while True:
            pass
