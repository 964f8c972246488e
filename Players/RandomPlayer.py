from Players.Player import Player


class RandomPlayer(Player):
    """Plays a random legal action. All are equally likely."""

    def think(self, observation, budget):
        return self.dice.choice(observation.get_list_actions())
