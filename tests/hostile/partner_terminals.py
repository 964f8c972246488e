# expect: fine
# levels: sandbox
"""Partners who count each other's terminals."""

import os

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
            denied(os.listdir, "/dev/pts")
        return observation.get_list_actions()[0]
