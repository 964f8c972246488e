# expect: timeout or forfeit
# levels: sandbox docker process
"""Loops for ever in C in every turn. The arena restarts it a few times, then it forfeits."""

from Players.Player import Player


class Bot(Player):
    def think(self, observation, budget):
        sum(range(10**12))
        return observation.get_list_actions()[0]
