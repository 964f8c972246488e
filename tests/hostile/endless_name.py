# expect: fine
# levels: sandbox
"""Tells a name of thousands of letters by the wire itself."""

import arena.guest.serve as serve
from Players.Player import Player

READY = serve.wire.Ready
serve.wire.Ready = lambda name: READY("x" * 4000)


class Bot(Player):
    def think(self, observation, budget):
        return observation.get_list_actions()[0]
