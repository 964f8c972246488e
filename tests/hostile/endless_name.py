# expect: fine
# levels: sandbox
"""Sends a name of thousands of letters, around the guest's limit."""

import arena.guest.serve as serve
from Players.Player import Player

READY = serve.wire.Ready
serve.wire.Ready = lambda name: READY("x" * 4000)


class Bot(Player):
    def think(self, observation, budget):
        return observation.get_list_actions()[0]
