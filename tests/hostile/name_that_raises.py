# expect: fine
# levels: sandbox
"""Raises an exception when the arena asks for its name."""

from Players.Player import Player


class Bot(Player):
    def think(self, observation, budget):
        return observation.get_list_actions()[0]

    def __str__(self):
        raise SystemExit

    __repr__ = __eq__ = __hash__ = __str__
