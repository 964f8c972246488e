# expect: fine
# levels: sandbox
"""Starts threads, and looks in its next game at how many threads there were before.

The kernel numbers threads one after the other. If a box shows these numbers of the whole machine,
or of its container, a bot can send itself a number by starting as many threads.
"""

import os
import threading

from Players.Player import Player

MANY = 8


def number_of_a_thread():
    numbers = []
    thread = threading.Thread(target=lambda: numbers.append(threading.get_native_id()))
    thread.start()
    thread.join()
    return numbers[0]


class Bot(Player):
    has_looked = False

    def think(self, observation, budget):
        if not self.has_looked:
            self.has_looked = True
            assert (os.getpid(), number_of_a_thread()) == (1, 2), "it sees the numbers of others"
            for name in ("self", "thread-self", "1"):
                assert not os.path.lexists(f"/proc/{name}"), f"it sees /proc/{name}"
            for _ in range(MANY):
                thread = threading.Thread(target=int)
                thread.start()
                thread.join()
        return observation.get_list_actions()[0]
