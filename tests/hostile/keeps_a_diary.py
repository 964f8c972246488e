# expect: fine
# levels: sandbox docker
"""Writes the cards that it saw to files, for its next game."""

import sys

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
            assert not hasattr(sys, "diary") or sys.diary is self, "the diary of another player"
            for place in ("/tmp/hostile-diary", "/dev/shm/hostile-diary", "hostile-diary"):
                denied(open, place)
                denied(open, place, "w")
            assert not hasattr(Bot, "diary")
            Bot.diary = sys.diary = self
        return observation.get_list_actions()[0]
