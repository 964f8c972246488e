"""RoboBrisca's path; the code is in `Game/brisca/cards.py`."""

from Game.brisca.cards import CARDS, Card, number_of

__all__ = ["CARDS", "Card", "number_of"]
