"""RoboBrisca's path; the code is in `Game/brisca/card.py`."""

from Game.brisca.card import CARDS, Card, number_of

__all__ = ["CARDS", "Card", "number_of"]
