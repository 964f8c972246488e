from time import perf_counter

from Players.boerenbridge.imagining import Imagining
from Players.boerenbridge.numbers import LAYERS
from Players.Player import Player

CARDS = 30_000  # about how many cards it plays in imagined deals per decision: a few milliseconds
FEWEST, MOST = 60, 300  # worlds per decision
BATCH = 20  # worlds between two looks at the clock


class KripkePlayer(Player):
    """Imagines deals that are still possible, and takes the action with the best mean score.

    All deals that agree with the announcements and the hand sizes are equally likely. The bot
    prefers deals in which the others, who know their own hands, would have bid and played as they
    did. `KripkePlayer(knows="counting")` leaves this out, "per-card" also ignores the hand sizes,
    and "none" also ignores the announcements. `KripkePlayer(worlds=200)` draws 200 deals
    and never looks at the clock.
    """

    games = ("boerenbridge",)

    def __init__(self, worlds=None, knows="knowing"):
        if knows not in LAYERS:
            raise ValueError(f"knows={knows!r}: give one of {', '.join(LAYERS)}")
        if worlds is not None and worlds < 1:
            raise ValueError(f"worlds={worlds}: at least one world is needed")
        self.worlds = worlds
        self.knows = knows

    def think(self, observation, budget):
        deadline = perf_counter() + budget / 2
        world = observation.world()
        tried = Imagining(world, observation.seat, LAYERS[self.knows], self.dice)
        number = len(tried.actions)
        if number == 1:
            return observation.action(tried.actions[0])
        if self.worlds:
            tried.run(self.worlds)
        else:
            wanted = min(MOST, max(FEWEST, CARDS // (number * sum(observation.hand_sizes))))
            while tried.worlds < wanted and (tried.worlds == 0 or perf_counter() < deadline):
                tried.run(BATCH)
        self.thoughts = [
            (observation.action(tried.actions[i]), tried.worlds, *tried.interval(i))
            for i in range(number)
        ]
        return observation.action(tried.actions[tried.best()])
