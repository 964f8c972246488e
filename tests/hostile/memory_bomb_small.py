# expect: memory or timeout or crashed
# levels: sandbox docker
"""Takes all memory in small pieces, so that later small requests fail, too."""

from Players.Player import Player


class Bot(Player):
    def think(self, observation, budget):
        if observation.main_deck.len() == 28:  # in the first trick
            held = []
            while True:
                held.append([held])
        return observation.get_list_actions()[0]
