"""RoboBrisca's path; the code is in `Game/brisca/cards.py`."""

from Game.brisca.cards import ACTIONS, Action

__all__ = ["ACTIONS", "Action"]
