# expect: timeout or forfeit
# levels: sandbox docker process
"""An endless loop in C in every turn: restarted a few times, then it forfeits."""

from Players.Player import Player


class Bot(Player):
    def think(self, observation, budget):
        sum(range(10**12))
        return observation.get_list_actions()[0]
