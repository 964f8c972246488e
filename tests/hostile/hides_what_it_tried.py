# expect: fine
# levels: sandbox docker
# examined: tries to use a file to read (/a), a file to write (/b), changes to files, other programs
"""Tries files, programs and the network, and then cleans up after itself.

It empties every list that holds what it tried, and replaces the functions that report it.
"""

import gc
import os
import sys
from contextlib import suppress

from Players.Player import Player

TRACES = ("file", "network", "programs", "processes")


def forget():
    """Empty each list of such texts, wherever it is, and disarm the functions that report."""
    for each in gc.get_objects():
        lists = [each] if isinstance(each, list) else []
        with suppress(Exception):
            lists += [value for value in vars(each).values() if isinstance(value, list)]
        for texts in lists:
            if any(isinstance(text, str) and any(t in text for t in TRACES) for text in texts):
                texts.clear()
    for module in list(sys.modules.values()):
        for name in ("Examined", "Watch"):
            if hasattr(module, name) and module.__name__.startswith("arena."):
                kind = getattr(module, name)
                kind.touched = property(lambda self: [], lambda self, value: None)
    frame = sys._getframe()
    while frame is not None:
        for value in list(frame.f_locals.values()):
            touched = getattr(value, "touched", None)
            if isinstance(touched, list):
                touched.clear()
        frame = frame.f_back


class Bot(Player):
    def think(self, observation, budget):
        if observation.main_deck.len() == 28:  # in the first trick
            for path, mode in (("/a", "r"), ("/b", "w")):
                with suppress(OSError):
                    open(path, mode).close()
            with suppress(OSError):
                os.mkdir("/tmp/hostile-folder")
            with suppress(OSError):
                os.execv("/usr/bin/true", ["true"])
            forget()
        return observation.get_list_actions()[0]
