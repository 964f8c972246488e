from Players.Player import Player
from Players.search import search
from Players.search.checks import check_c, check_reserve, check_simulations
from Players.search.pacing import RESERVE


class ISMCTSPlayer(Player):
    """Information-set Monte Carlo tree search: each simulation plays in a newly imagined world.

    All worlds share one tree. The bot assumes that every seat plays for its own side. It searches
    until its budget is used up, except a reserve. With `simulations` it runs this number and reads
    no clock, so it plays the same on any machine. The other bots that search a tree are subclasses
    with another policy.
    """

    policy = "ismcts"

    def __init__(self, simulations=None, c=None, reserve=RESERVE):
        check_simulations(simulations)
        check_c(c)
        check_reserve(reserve)
        self.simulations = simulations
        self.c = c  # how much it explores; None: the value in `Players.search.policies`
        self.reserve = reserve  # seconds of the budget to keep: the machine may be busy

    def think(self, observation, budget):
        result = search(
            observation,
            budget,
            self.policy,
            simulations=self.simulations,
            c=self.c,
            stream=self.dice,
            reserve=self.reserve,
        )
        self.thoughts = result.candidates
        return result.best
