from importlib import import_module
from importlib.util import find_spec

from Game.registry import names
from Players.Player import Player


class GreedyPlayer(Player):
    """Plays by rules of thumb to win the tricks that are worth it. Each game has its own rules.

    The rules of a game are the one class of the file `Players/greedy/NAME.py`, where NAME is the
    name of the game. The bot plays each game that has such a file.
    """

    games = tuple([game for game in names() if find_spec(f"Players.greedy.{game}")])

    rules = None  # the bot for this game; `think` makes it when it learns which game it is

    def think(self, observation, budget):
        if self.rules is None:
            self.rules = rules_of(observation.game.name)
            self.rules.dice = self.dice
        return self.rules.think(observation, budget)


def rules_of(game):
    """The rules of thumb for a game."""
    file = import_module(f"Players.greedy.{game}")
    [kind] = [
        each
        for each in vars(file).values()
        if isinstance(each, type) and each.__module__ == file.__name__
    ]
    return kind()
