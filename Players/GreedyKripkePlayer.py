from Players.boerenbridge.agents import choose
from Players.boerenbridge.numbers import GREEDY_KRIPKE
from Players.Player import Player


class GreedyKripkePlayer(Player):
    """Reasons about which cards the others may still hold, and tries to win every trick.

    One of the four agents of the original program. Its rules are in
    `Players/boerenbridge/agents.py`.
    """

    games = ("boerenbridge",)

    def think(self, observation, budget):
        return observation.action(choose(GREEDY_KRIPKE, observation.world(), self.dice))
