from Players.boerenbridge.agents import choose
from Players.boerenbridge.numbers import FULL_KRIPKE
from Players.Player import Player


class FullKripkePlayer(Player):
    """Plays like GreedyKripkePlayer until it has the tricks that it bid, then avoids more tricks.

    The best of the four agents of the original program. Its rules are in
    `Players/boerenbridge/agents.py`.
    """

    games = ("boerenbridge",)

    def think(self, observation, budget):
        return observation.action(choose(FULL_KRIPKE, observation.world(), self.dice))
