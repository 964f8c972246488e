"""The bots that search a tree; each of them names its policy."""

from Players.Player import Player
from Players.search import search
from Players.search.checks import check_c, check_reserve, check_simulations


class SearchPlayer(Player):
    """Searches for as long as its budget allows, less a reserve.

    With a number of simulations it reads no clock, and plays the same game on any machine.
    """

    policy = "ismcts"

    def __init__(self, simulations=None, c=None, reserve=0.01):
        check_simulations(simulations)
        check_c(c)
        check_reserve(reserve)
        self.simulations = simulations
        self.c = c  # see `Players.search.policies`; None: the policy's own
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
