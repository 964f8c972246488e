from Players.Player import Player
from Players.search import search
from Players.search.checks import check_reserve, check_simulations
from Players.search.pacing import RESERVE


class MonteCarloPlayer(Player):
    """Tries every action in many imagined worlds, with a random game after each, until time is up.

    It works for every game. `MonteCarloPlayer(worlds=200)` uses a fixed number of
    worlds and reads no clock, so it plays the same game on any machine. `simulations=600` uses as
    many worlds as make 600 random games.
    """

    def __init__(self, worlds=None, reserve=RESERVE, simulations=None):
        if worlds is not None and (type(worlds) is not int or worlds < 1):
            raise ValueError(f"worlds is {worlds!r}: give a whole number, 1 or more")
        check_simulations(simulations)
        check_reserve(reserve)
        self.worlds = worlds
        self.reserve = reserve  # seconds of the budget to keep: the machine may be busy
        self.simulations = simulations

    def think(self, observation, budget):
        simulations = self.simulations
        if self.worlds:
            simulations = self.worlds * len(observation.get_list_actions())
        result = search(
            observation,
            budget,
            "montecarlo",
            simulations=simulations,
            stream=self.dice,
            reserve=self.reserve,
        )
        self.thoughts = result.candidates
        return result.best
