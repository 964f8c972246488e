from Players.learned.policy import learned_games, policy_for
from Players.Player import Player


class LearnedPlayer(Player):
    """Plays what a network has learned in millions of games against itself. It does not search.

    `arena train` made the networks: `Players/learned/NAME/about.json` has the command and the curve
    of each. docs/learning.md explains how to make your own.
    """

    games = learned_games()

    policy = None  # `think` gets it, and the encoder, when it learns which game it is

    def think(self, observation, budget):
        if self.policy is None:
            self.policy = policy_for(observation.game.name)
            self.encoder = observation.game.encoder(self.policy.features)
        choice = self.policy.choose(self.encoder, observation.world(), observation.seat)
        return observation.action(choice)
