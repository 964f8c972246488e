# expect: fine
# levels: sandbox docker
"""Partners who lock a file that both can read."""

import fcntl
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
            file = os.open(os.__file__, os.O_RDONLY)
            denied(fcntl.flock, file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            denied(fcntl.lockf, file, fcntl.LOCK_SH | fcntl.LOCK_NB)
            denied(fcntl.fcntl, file, 1024, fcntl.F_RDLCK)  # F_SETLEASE
            denied(fcntl.fcntl, file, 1026, 1)  # F_NOTIFY
            denied(fcntl.fcntl, file, 36, bytes(32))  # F_OFD_GETLK
            denied(fcntl.fcntl, file, fcntl.F_SETOWN, 1)
            os.close(file)
        return observation.get_list_actions()[0]
