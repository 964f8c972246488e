# expect: fine or timeout
# levels: sandbox docker process
"""Stops its own process. In the sandbox it may send no signals, not even to itself."""

import contextlib
import os
import signal

from Players.Player import Player


class Bot(Player):
    def think(self, observation, budget):
        if observation.main_deck.len() == 28:  # in the first trick
            with contextlib.suppress(PermissionError):
                os.kill(os.getpid(), signal.SIGSTOP)
        return observation.get_list_actions()[0]
