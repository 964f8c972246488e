# expect: fine
# levels: sandbox docker
"""Tries to fill the disk in every folder: with bytes, inodes and a sparse terabyte."""

import os

from Players.Player import Player


def denied(attempt, *arguments):
    """It must not work."""
    try:
        got = attempt(*arguments)
    except (OSError, MemoryError, RuntimeError):
        return
    raise AssertionError(f"{attempt} worked: {got!r:.80}")


def write(path):
    with open(path, "wb") as file:
        file.truncate(10**12)


def make_folders(path):
    for i in range(1000):
        os.mkdir(f"{path}-{i}")


class Bot(Player):
    def think(self, observation, budget):
        if observation.main_deck.len() == 28:  # in the first trick
            for folder in (
                ".",
                "/",
                "/tmp",
                "/var/tmp",
                "/dev",
                "/dev/shm",
                "/box",
                "/usr",
                "/packages",
            ):
                denied(write, f"{folder}/hostile-file")
                denied(make_folders, f"{folder}/hostile-folder")
                denied(os.symlink, "/", f"{folder}/hostile-link")
                denied(os.mkfifo, f"{folder}/hostile-pipe")
                denied(os.open, folder, os.O_TMPFILE | os.O_RDWR)
            denied(os.unlink, "/box/arena/guest/protocol/wire.py")
            denied(os.rename, "/box", "/hostile-box")
            denied(os.chmod, "/usr", 0)
            denied(os.utime, "/dev/null")
            denied(os.memfd_create, "hostile")
        return observation.get_list_actions()[0]
