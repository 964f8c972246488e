from Game.ForwardModel import ForwardModel
from Game.Heuristic import Heuristic
from Players.Player import Player


class OSLAPlayer(Player):
    """One-step look-ahead: plays each action in an imagined world and takes the best reward."""

    games = ("brisca",)  # its heuristic counts the points of Brisca

    def think(self, observation, budget):
        model = ForwardModel()
        heuristic = Heuristic()

        def reward(action):
            return model.play(observation.clone(), action, heuristic)

        return max(observation.get_list_actions(), key=reward)
