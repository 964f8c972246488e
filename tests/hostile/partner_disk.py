# expect: fine
# levels: sandbox docker
"""Partners who find out which of them read a file first: the kernel counts reads from the disk."""

import os
import resource

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
            denied(resource.getrusage, resource.RUSAGE_SELF)
            denied(resource.getrusage, resource.RUSAGE_THREAD)
            denied(os.umask, 0)
        return observation.get_list_actions()[0]
