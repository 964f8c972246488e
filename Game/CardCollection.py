"""RoboBrisca's path; the code is in `Game/brisca/card_collection.py`."""

from Game.brisca.card_collection import CardCollection

__all__ = ["CardCollection"]
