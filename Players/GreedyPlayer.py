from importlib import import_module
from importlib.util import find_spec

from Game.registry import DESCRIBED, USER_GAME, names
from Players.Player import Player


class GreedyPlayer(Player):
    """Plays by rules of thumb to win the tricks that are worth it. Each game has its own rules.

    The rules of a game are the one class of the file `Players/greedy/NAME.py`, where NAME is the
    name of the game. The bot plays each game that has such a file. It also plays every game in the
    RECYCLE language: `Players/greedy/described.py` learns rules for it from random games.
    """

    games = tuple(
        [name for name in (*names(), USER_GAME)
         if name in (*DESCRIBED, USER_GAME) or find_spec(f"Players.greedy.{name}")]
    )  # fmt: skip

    rules = None  # the bot for this game; `think` makes it when it learns which game it is

    def think(self, observation, budget):
        if self.rules is None:
            self.rules = rules_of(observation.game.name)
            self.rules.dice = self.dice
        return self.rules.think(observation, budget)


def rules_of(game):
    """The rules of thumb for the game with this name."""
    own = game not in (*DESCRIBED, USER_GAME)
    file = import_module(f"Players.greedy.{game if own else 'described'}")
    [kind] = [
        each
        for each in vars(file).values()
        if isinstance(each, type) and each.__module__ == file.__name__ and issubclass(each, Player)
    ]
    return kind()
