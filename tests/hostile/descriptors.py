# expect: fine
# levels: sandbox docker
"""Opens descriptors until there are none, and keeps them."""

import os

from Players.Player import Player

HELD = []


class Bot(Player):
    def think(self, observation, budget):
        if observation.main_deck.len() == 28:  # in the first trick
            try:
                while True:
                    HELD.append(os.open("/dev/null", os.O_RDONLY))
            except OSError:
                pass
            assert len(HELD) < 64, len(HELD)
        return observation.get_list_actions()[0]
