import time

from Players.Player import Player


class SlowPlayer(Player):
    """Always too late: to see what happens to a bot that thinks longer than its budget."""

    def think(self, observation, budget):
        time.sleep(2 * budget + 0.02)  # the arena allows a little more than the budget
        return observation.get_list_actions()[0]
