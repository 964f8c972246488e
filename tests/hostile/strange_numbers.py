# expect: illegal
# levels: sandbox
"""Answers with numbers that are not actions."""

import arena.guest.serve as serve
from Players.Player import Player

NUMBERS = [-1, -(2**63) + 1, 2**63 - 1, 2**62, 40, 64, 10**6]
MOVED = serve.wire.Moved


class Bot(Player):
    def think(self, observation, budget):
        number = NUMBERS[len(observation.get_list_actions()) * observation.main_deck.len() % 7]
        serve.wire.Moved = lambda seq, action, *more: MOVED(seq, number, *more)
        return observation.get_list_actions()[0]
