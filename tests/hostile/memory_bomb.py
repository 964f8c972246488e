# expect: memory or timeout
# levels: sandbox docker process
"""Takes as much memory as it can."""

from Players.Player import Player


class Bot(Player):
    def think(self, observation, budget):
        if observation.main_deck.len() == 28:  # in the first trick
            held = []
            while True:
                held.append(bytearray(10_000_000))
        return observation.get_list_actions()[0]
