# expect: fine
# levels: sandbox docker
"""Asks what the C library answers although the kernel refuses: it must be an error or the truth."""

import os
import time

from Players.Player import Player


class Bot(Player):
    def think(self, observation, budget):
        if observation.main_deck.len() == 28:  # in the first trick
            for name in ("SC_PHYS_PAGES", "SC_AVPHYS_PAGES"):
                for key in (name, os.sysconf_names[name]):
                    try:
                        pages = os.sysconf(key)
                    except OSError:
                        continue
                    raise AssertionError(f"{key}: {pages}")
            assert os.sysconf("SC_PAGESIZE") >= 4096
            used = os.times()
            assert 0 <= used.user + used.system <= time.process_time() + 0.02, used
        return observation.get_list_actions()[0]
