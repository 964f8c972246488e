# expect: illegal
# levels: sandbox
"""Returns actions that are incomplete, or that raise an exception when the arena reads them."""

from Game.Action import Action
from Game.Card import Card
from Players.Player import Player


class Raises(Action):
    def __init__(self):
        pass

    @property
    def card(self):
        raise LookupError("no card for you")

    def __repr__(self):
        raise LookupError("no text for you")

    __str__ = __eq__ = __hash__ = __repr__


class Lies(Action):
    def __init__(self):
        pass

    @property
    def card(self):
        return Lies()

    card_type = card_number = card


class Bot(Player):
    def think(self, observation, budget):
        half = Action.__new__(Action)
        whole_with_half_a_card = Action(Card.__new__(Card))
        answers = half, whole_with_half_a_card, Card.__new__(Card), Raises(), Lies()
        return answers[observation.main_deck.len() % len(answers)]
