# expect: timeout
# levels: sandbox docker process
"""Ignores or blocks every signal, then loops."""

import contextlib
import signal

from Players.Player import Player


class Bot(Player):
    def think(self, observation, budget):
        if observation.main_deck.len() == 28:  # in the first trick
            for number in range(1, 65):
                with contextlib.suppress(OSError, ValueError):
                    signal.signal(number, signal.SIG_IGN)
            signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 65))
            while True:
                pass
        return observation.get_list_actions()[0]
