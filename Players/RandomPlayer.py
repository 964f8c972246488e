from Players.Player import Player


class RandomPlayer(Player):
    """Any legal action, each as likely as the others."""

    def think(self, observation, budget):
        return self.dice.choice(observation.get_list_actions())
