# expect: fine or timeout
# levels: sandbox docker process
"""Has a thread that always computes. The arena stops it between turns and notes this.

In its own turn the thread takes time from `think`, which may be late on a busy machine.
"""

import threading

from Players.Player import Player


def spin():
    while True:
        sum(range(10_000))


class Bot(Player):
    def think(self, observation, budget):
        if observation.main_deck.len() == 28:  # in the first trick
            threading.Thread(target=spin, daemon=True).start()
        return observation.get_list_actions()[0]
