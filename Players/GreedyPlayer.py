from importlib import import_module

from Players.Player import Player

RULES = {
    "boerenbridge": "GreedyBoerenBridge",
    "brisca": "GreedyBrisca",
    "tarot": "GreedyTarot",
}


class GreedyPlayer(Player):
    """Plays by rules of thumb to win the tricks that are worth it. Each game has its own rules.

    The rules of a game are in a file of `Players/greedy/`.
    """

    games = tuple(RULES)

    rules = None  # the bot for this game; `think` makes it when it learns which game it is

    def think(self, observation, budget):
        if self.rules is None:
            game = observation.game.name
            self.rules = getattr(import_module(f"Players.greedy.{game}"), RULES[game])()
            self.rules.dice = self.dice
        return self.rules.think(observation, budget)
