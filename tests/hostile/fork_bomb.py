# expect: fine
# levels: sandbox docker process
"""Forks in every way that Python has."""

import os
import subprocess

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
            denied(os.fork)
            denied(os.forkpty)
            denied(os.posix_spawn, "/usr/bin/env", ["env"], {})
            denied(subprocess.run, ["/usr/bin/env"])
            denied(os.execv, "/usr/bin/env", ["env"])
            denied(os.nice, 1)  # both would take the core from its main thread, as a busy machine
        return observation.get_list_actions()[0]
