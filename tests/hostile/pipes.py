# expect: fine
# levels: sandbox docker
"""Fills pipes, which take the kernel's memory."""

import os

from Players.Player import Player

HELD = []


class Bot(Player):
    def think(self, observation, budget):
        if observation.main_deck.len() == 28:  # in the first trick
            try:
                while True:
                    _, into = os.pipe2(os.O_NONBLOCK)
                    HELD.append(os.write(into, bytes(65536)))
            except OSError:
                pass
            assert len(HELD) < 32, len(HELD)
        return observation.get_list_actions()[0]
