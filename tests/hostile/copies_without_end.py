# expect: fine
# levels: sandbox
# examined: cannot be copied: it took longer than 2 s
"""Never ends when it is copied, and catches the signal that would stop it."""

from Players.Player import Player


class Bot(Player):
    def __deepcopy__(self, memo):
        while True:
            try:
                while True:
                    pass
            except BaseException:
                continue

    def think(self, observation, budget):
        return observation.get_list_actions()[0]
