from Players.Player import Player


class AlwaysFirstPlayer(Player):
    """Always plays the first action in the list."""

    def think(self, observation, budget):
        return observation.get_list_actions()[0]
