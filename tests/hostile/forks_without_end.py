# expect: fine
# levels: sandbox docker
"""Forks as often as it can, and leaves all the processes behind."""

import contextlib
import os
import time

from Players.Player import Player

MANY = 400  # and no more, so that it does no harm where nothing holds it


class Bot(Player):
    def think(self, observation, budget):
        if observation.main_deck.len() == 28:  # in the first trick
            with contextlib.suppress(OSError):
                for _ in range(MANY):
                    if os.fork() == 0:
                        os.setsid()
                        time.sleep(1000)
                        os._exit(0)
        return observation.get_list_actions()[0]
