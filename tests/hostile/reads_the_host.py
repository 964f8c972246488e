# expect: fine
# levels: sandbox
"""Looks for other bots, replays, passwords, processes and devices."""

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
            seen = set(os.listdir("/"))
            hosts = {
                "etc",
                "home",
                "root",
                "work",
                "tmp",
                "var",
                "proc",
                "sys",
                "run",
                "mnt",
                "opt",
            }
            assert not seen & hosts, seen
            assert set(os.listdir("/dev")) <= {"null", "zero", "full", "random", "urandom"}
            for folder in (
                "/home",
                "/root",
                "/work",
                "/tmp",
                "/etc",
                "/proc",
                "/sys",
                "/dev/pts",
                "/dev/shm",
            ):
                denied(os.listdir, folder)
            for file in (
                "/etc/passwd",
                "/proc/self/mem",
                "/proc/1/environ",
                "/dev/mem",
                "/dev/ptmx",
                "/dev/tty",
                "/dev/kmsg",
                "/dev/fuse",
                "/dev/kvm",
                "/box/submissions",
            ):
                denied(os.open, file, os.O_RDONLY)
        return observation.get_list_actions()[0]
