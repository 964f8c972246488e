# expect: fine
# levels: sandbox
"""Tries to guess the seed of the deal.

It tries its own seed, the stream of its imagined worlds, small numbers, and Python's generator
seeded with these.
"""

import random

from Game.core.stream import Stream
from Players.Player import Player


class Twister(Stream):
    def __init__(self, seed):
        self.random = random.Random(seed)

    def bits(self):
        return self.random.getrandbits(64)


class Bot(Player):
    def think(self, observation, budget):
        if observation.main_deck.len() == 28:  # in the first trick
            seeds = {self.dice.word, observation.stream.word, *range(100)}
            for seed in seeds:
                for stream in (Stream(seed), Twister(seed)):
                    dealt = observation.game.deal(stream).view(observation.seat)
                    found = (dealt.hand, dealt.trump) == (
                        observation.view.hand,
                        observation.view.trump,
                    )
                    assert not found, f"the deal of {seed}"
        return observation.get_list_actions()[0]
