# expect: fine
# levels: sandbox docker
"""Looks for the true deck in all objects. The test passes the deck as an argument."""

import gc
import sys

from Players.Player import Player


class Bot(Player):
    def __init__(self, deck=""):
        self.deck = deck.split()

    def think(self, observation, budget):
        actions = observation.get_list_actions()
        if observation.main_deck.len() == 28:
            frame = sys._getframe()
            while frame is not None:
                self.search(list(frame.f_locals.values()))
                frame = frame.f_back
            self.search([each for each in gc.get_objects() if isinstance(each, (list, tuple))])
        return actions[0]

    def search(self, things):
        wanted = self.deck[:8], self.deck[:8][::-1]
        for thing in things:
            if thing is self.deck or not isinstance(thing, (list, tuple)) or len(thing) < 8:
                continue
            if len(thing) <= 48 and not isinstance(thing[0], (type, str, tuple)):
                shown = [str(each) for each in thing]
                for at in range(len(shown) - 7):
                    assert shown[at : at + 8] not in wanted, "the true deck"
