# expect: fine
# levels: sandbox docker
"""Sends every signal to every process."""

import os
import signal

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
            for pid in (-1, 0, 1, 2, os.getpid(), os.getppid()):
                denied(os.kill, pid, signal.SIGKILL)
            denied(os.killpg, 1, signal.SIGKILL)
            denied(os.pidfd_open, 1)
        return observation.get_list_actions()[0]
