# expect: fine
# levels: sandbox
"""Changes the rules, the game and the guest in its own process."""

import arena.guest.bot.runner
import arena.guest.protocol.wire
import Game.core.game
import Game.registry
from Players.Player import Player


class Bot(Player):
    def think(self, observation, budget):
        Game.core.game.Game.outcome = Game.registry.find = None
        arena.guest.protocol.wire.FROM_BOT = 10**9
        observation.game.sides = ((0, 1), (2, 3))
        for hand in observation.hands:
            hand.l_cards.reverse()
        first = observation.get_list_actions()[0]
        observation.__dict__.clear()
        return first
        return observation.get_list_actions()[0]
