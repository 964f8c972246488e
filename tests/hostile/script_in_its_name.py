# expect: fine
# levels: sandbox
"""Has an HTML script as its name."""

from Players.Player import Player


class Bot(Player):
    def think(self, observation, budget):
        return observation.get_list_actions()[0]

    def __str__(self):
        return "<script>alert(1)</script>\n\x1b[2J\u202e"
