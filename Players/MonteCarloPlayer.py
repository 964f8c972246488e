from time import perf_counter

from Players.Player import Player
from Players.search.flat import FlatSearch


class MonteCarloPlayer(Player):
    """Plays every action out at random in as many imagined worlds as there is time for.

    Knows nothing of any particular game. `MonteCarloPlayer(worlds=200)` plays a fixed number of
    worlds instead of looking at the clock, and so plays the same game whatever the machine.
    """

    def __init__(self, worlds=None, reserve=0.01):
        self.worlds = worlds
        self.reserve = reserve  # seconds of the budget to keep: the machine may be busy

    def think(self, observation, budget):
        started = perf_counter()
        world = observation.world()
        search = FlatSearch(world, observation.seat, observation.game.seats, self.dice)
        if self.worlds:
            search.run(self.worlds)
        elif len(search.actions) > 1:
            deadline = started + max(budget / 2, 0.95 * budget - self.reserve)
            batch = 1
            now = perf_counter()
            while now < deadline:
                search.run(batch)
                before, now = now, perf_counter()
                # As many as fit into a tenth of the time that is left, at the speed just seen.
                fitting = batch * (deadline - now) / max(now - before, 1e-6) / 10
                batch = max(1, min(2 * batch, int(fitting)))
        return observation.action(search.best())
