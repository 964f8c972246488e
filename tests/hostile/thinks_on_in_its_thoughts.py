# expect: timeout
# levels: sandbox
"""Answers at once, but reading its `thoughts` never ends."""

from Players.Player import Player


class Bot(Player):
    def think(self, observation, budget):
        return observation.get_list_actions()[0]

    @property
    def thoughts(self):
        while True:
            pass
