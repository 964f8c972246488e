# expect: illegal or crashed
# levels: sandbox docker process
"""Changes the guest's code so that it sends a number that is not an action."""

import arena.guest.bot.runner
from Players.Player import Player


class Bot(Player):
    def think(self, observation, budget):
        if observation.main_deck.len() == 28:  # in the first trick
            type(observation).number = lambda self, action: 0
            arena.guest.bot.runner.Answer = lambda action, *rest: type(
                "A", (), {"action": 2**62, "fault": None}
            )()
        return observation.get_list_actions()[0]
