# expect: fine
# levels: sandbox docker
"""Leaves a daemon behind while it is imported."""

import contextlib
import os
import time

from Players.Player import Player

with contextlib.suppress(OSError):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            time.sleep(1000)
        os._exit(0)


class Bot(Player):
    def think(self, observation, budget):
        return observation.get_list_actions()[0]
