# expect: fine
# levels: sandbox docker
"""Tries to raise all of its limits."""

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
            for kind in (
                resource.RLIMIT_AS,
                resource.RLIMIT_NOFILE,
                resource.RLIMIT_FSIZE,
                resource.RLIMIT_NPROC,
                resource.RLIMIT_CORE,
            ):
                most = resource.getrlimit(kind)[1]
                assert most != resource.RLIM_INFINITY, kind
                try:
                    resource.setrlimit(kind, (most + 1, most + 1))
                except (ValueError, OSError):
                    continue
                raise AssertionError(f"limit {kind} was raised")
            denied(os.nice, -5)
            denied(os.sched_setaffinity, 0, range(64))
            denied(os.setpriority, os.PRIO_PROCESS, 0, -5)
            denied(os.setuid, 0)
            denied(os.setsid)
        return observation.get_list_actions()[0]
