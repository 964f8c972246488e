# expect: fine
# levels: sandbox docker process
"""Leaves a daemon behind by forking twice."""

import contextlib
import os
import time

from Players.Player import Player


class Bot(Player):
    def think(self, observation, budget):
        if observation.main_deck.len() == 28:  # in the first trick
            with contextlib.suppress(OSError):
                if os.fork() == 0:
                    os.setsid()
                    if os.fork() == 0:
                        time.sleep(1000)
                    os._exit(0)
        return observation.get_list_actions()[0]
