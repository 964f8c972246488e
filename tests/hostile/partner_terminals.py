# expect: fine
# levels: sandbox docker
"""Partners who count each other's terminals."""

import os
from contextlib import suppress

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
            denied(os.openpty)
            denied(os.open, "/dev/ptmx", os.O_RDWR)
            denied(os.open, "/dev/pts/ptmx", os.O_RDWR)
            with suppress(OSError):
                assert os.listdir("/dev/pts") == []  # there is such a folder in a container
        return observation.get_list_actions()[0]
