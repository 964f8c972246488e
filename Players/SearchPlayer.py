"""The base class of the bots that search a tree. Each of them names its policy."""

from Players.Player import Player
from Players.search import search
from Players.search.checks import check_c, check_reserve, check_simulations


class SearchPlayer(Player):
    """Searches until its budget is used up, except a reserve.

    With `simulations` it runs this number and reads no clock. So it plays the same on any machine.
    """

    policy = "ismcts"

    def __init__(self, simulations=None, c=None, reserve=0.01):
        check_simulations(simulations)
        check_c(c)
        check_reserve(reserve)
        self.simulations = simulations
        self.c = c  # how much it explores; None: the value in `Players.search.policies`
        self.reserve = reserve  # seconds of the budget to keep: the machine may be busy

    def think(self, observation, budget):
        found = search(
            observation,
            budget,
            self.policy,
            simulations=self.simulations,
            c=self.c,
            stream=self.dice,
            reserve=self.reserve,
        )
        self.thoughts = found.candidates
        return found.best
