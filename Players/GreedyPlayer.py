from importlib import import_module

from Players.Player import Player


class GreedyPlayer(Player):
    """By rule of thumb: wins what it can. The rules are those of the game that is played.

    They are in `greedy.py` of the room of each game, as `Players/brisca/greedy.py`.
    """

    games = ("boerenbridge", "brisca", "tarot")

    rules = None  # of the game, once it is known

    def think(self, observation, budget):
        if self.rules is None:
            room = import_module(f"Players.{observation.game.name}.greedy")
            self.rules = room.Greedy()
            self.rules.dice = self.dice
        return self.rules.think(observation, budget)
