# expect: illegal
# levels: sandbox
"""Returns a bool, a float, NaN, and a subclass of int."""

from Players.Player import Player


class Sly(int):
    def __eq__(self, other):
        return True

    __hash__ = int.__hash__

    def __index__(self):
        raise SystemExit

    __repr__ = __str__ = __int__ = __index__


class Bot(Player):
    def think(self, observation, budget):
        return (True, 1.0, float("nan"), Sly(3))[observation.main_deck.len() % 4]
        return observation.get_list_actions()[0]
