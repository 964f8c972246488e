"""The rules of thumb of the bot `greedy` for BoerenBridge."""

from Players.boerenbridge.agents import choose
from Players.boerenbridge.numbers import GREEDY
from Players.Player import Player


class GreedyBoerenBridge(Player):
    """Plays its highest legal card; bids by the mean value of its hand."""

    def think(self, observation, budget):
        return observation.action(choose(GREEDY, observation.world(), self.dice))
