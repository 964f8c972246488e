# expect: fine
# levels: sandbox docker
"""Starts ten thousand threads."""

import threading

from Players.Player import Player


class Bot(Player):
    def think(self, observation, budget):
        if observation.main_deck.len() == 28:  # in the first trick
            started = 0
            try:
                for _ in range(10_000):
                    threading.Thread(target=threading.Event().wait, daemon=True).start()
                    started += 1
            except RuntimeError:
                pass
            assert started < 64, started
        return observation.get_list_actions()[0]
