"""What a bot answers with."""

from typing import Any

from Game.Card import CARDS, Card


class Action:
    """To play a card."""

    def __init__(self, card: Card) -> None:
        self.card = card

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


def actions(numbers: Any) -> list[Action]:
    """A fresh action for each of the cards with these numbers."""
    return [Action(CARDS[number]) for number in numbers]
