# expect: fine
# levels: sandbox docker
"""Partners who count pipes: the whole kernel has one counter for the numbers of new pipes.

One partner makes a pipe for each bit that is set. The other one reads the counter, also that of the
pipes to the arena, which every box has.
"""

import fcntl
import os
import select

from Players.Player import Player


def denied(attempt, *arguments):
    """It must not work."""
    try:
        got = attempt(*arguments)
    except (OSError, MemoryError, RuntimeError):
        return
    raise AssertionError(f"{attempt} worked: {got!r:.80}")


class Bot(Player):
    def think(self, observation, budget):
        if observation.main_deck.len() == 28:  # in the first trick
            denied(os.pipe)
            denied(os.pipe2, os.O_NONBLOCK)
            denied(os.eventfd, 0)
            denied(select.epoll)
            for channel in (1, 2, 3, 4):
                denied(os.fstat, channel)
                denied(os.stat, channel)
                denied(os.dup, channel)
                denied(os.dup2, channel, 20)
                denied(fcntl.fcntl, channel, fcntl.F_DUPFD, 20)
            os.fstat(0)
        return observation.get_list_actions()[0]
