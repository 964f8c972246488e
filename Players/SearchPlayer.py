"""What the bots that search a tree have in common; each of them says with which policy."""

from Players.Player import Player
from Players.search import search
from Players.search.checks import check_c, check_reserve, check_simulations


class SearchPlayer(Player):
    """Takes the time there is, but for a reserve.

    With a number of simulations it looks at no clock, and plays the same game on any machine.
    """

    policy = "ismcts"

    def __init__(self, simulations=None, c=None, reserve=0.01):
        check_simulations(simulations)
        check_c(c)
        check_reserve(reserve)
        self.simulations = simulations
        self.c = c  # how eagerly what was tried less is tried again; None: as the policy has it
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
