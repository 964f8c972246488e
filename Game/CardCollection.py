"""RoboBrisca's path; the code is in `Game/brisca/cards.py`."""

from Game.brisca.cards import CardCollection

__all__ = ["CardCollection"]
