# expect: fine
# levels: sandbox
"""Sets malformed `thoughts`, another kind in each turn."""

from itertools import repeat

from Players.Player import Player


class Raises:
    """Every method raises an exception."""

    def __getattr__(self, name):
        raise RuntimeError(name)

    def __iter__(self):
        raise RuntimeError("iter")

    def __bool__(self):
        raise RuntimeError("bool")


class Sly(float):
    """A number that has another value at each look."""

    def __float__(self):
        raise MemoryError

    __int__ = __index__ = __float__


class Bot(Player):
    def think(self, observation, budget):
        first, *_ = actions = observation.get_list_actions()
        good = (first, 1, 0.5, 0.4, 0.6)
        strange = (
            Raises(),
            [Raises()],
            [good, (first, 1, float("nan"), 0, 1)],
            [good, (first, 1, 0.5, float("-inf"), 1)],
            repeat(good),
            [good] * 1_000_000,
            [(first, 10**400, 0.5, 0.4, 0.6)],
            [(first, -5, 1e308, -1e308, 1e308)],
            [("O1", 1, 0.5, 0.4, 0.6)],
            [(None, 1, 0.5, 0.4, 0.6)],
            [(first, Sly(3), Sly(3), Sly(3), Sly(3))],
            [(first, "many", "well", "so", "so")],
            [(first, 1)],
            "thoughts",
            5,
            {first: 1},
        )
        begin = 6 * (observation.turn // 2)  # ten turns a seat: the two of a side say all
        self.turns = getattr(self, "turns", begin - 1) + 1
        self.thoughts = strange[self.turns]
        return actions[0]
