# expect: crashed or timeout or forfeit
# levels: sandbox docker process
"""Forks as often as it can, then ends, so that there is no room to start it again."""

import contextlib
import os
import time

from Players.Player import Player

MANY = 400  # and no more, so that it does no harm where nothing holds it


class Bot(Player):
    def think(self, observation, budget):
        with contextlib.suppress(OSError):
            for _ in range(MANY):
                if os.fork() == 0:
                    os.setsid()
                    time.sleep(1000)
                    os._exit(0)
        os._exit(1)
