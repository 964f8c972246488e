import time

from Players.Player import Player


class SlowPlayer(Player):
    """Thinks longer than its budget in every turn. It shows how the arena handles late moves."""

    def think(self, observation, budget):
        time.sleep(2 * budget + 0.02)  # the arena allows a little more than the budget
        return observation.get_list_actions()[0]
