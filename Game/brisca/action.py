"""An action: the answer of a bot."""

from typing import Any

from Game.brisca.card import CARDS, Card


class Action:
    """To play a card. Actions never change."""

    card: Card

    def __init__(self, card: Card) -> None:
        object.__setattr__(self, "card", card)

    def get_card(self) -> Card:
        return self.card

    def __str__(self) -> str:
        return str(self.card)

    def __repr__(self) -> str:
        return f"Action({self.card!r})"

    def __eq__(self, other: object) -> bool:
        return self.card == other.card if isinstance(other, Action) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.card)

    def __setattr__(self, name: str, value: Any) -> None:
        if name == "card":
            raise AttributeError(f"the action {self} cannot change: make another, Action(card)")
        object.__setattr__(self, name, value)


# One for each card. An action never changes, so all lists of actions can share it.
ACTIONS = tuple(Action(card) for card in CARDS)
